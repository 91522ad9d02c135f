import { Mail, MessageCircle, Share2 } from 'lucide-react'
import { Button, buttonClass } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'

/** A URL to give to payers, with a button that copies it. */
export const UrlToCopy = ({ url }: { url: string }) => (
  <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-line bg-sunken p-1.5">
    <p className="grow-99 basis-56 px-1.5 py-1 wrap-anywhere">{url.replace(/^https?:\/\//, '')}</p>
    <span className="grow [&>button]:w-full">
      <CopyButton text={url} label="Copy link" isFirst />
    </span>
  </div>
)

type ShareTargetsProps = {
  title: string
  /** Message with the URL. */
  text: string
  url: string
  /** Recipient of the email, if there is one. */
  email?: string
}

type ShareButtonProps = Pick<ShareTargetsProps, 'title' | 'text' | 'url'> & {
  tone: 'secondary' | 'ghost'
  wide?: boolean
  className?: string
}

/** Opens the share sheet of the device; nothing where there is none. */
export function ShareButton({ title, text, url, ...look }: ShareButtonProps) {
  if (!('share' in navigator)) return null
  const share = () => navigator.share({ title, text, url }).catch(() => undefined)
  return (
    <Button {...look} icon={<Share2 strokeWidth={1.75} />} onClick={share}>
      <span className="@max-[20rem]/table:sr-only">Share</span>
    </Button>
  )
}

/** Ways to send a URL to payers: WhatsApp, email, and what the device offers. */
export function ShareTargets({ title, text, url, email = '' }: ShareTargetsProps) {
  const secondary = buttonClass({ tone: 'secondary' })
  const mailto = `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(text)}`
  return (
    <>
      <div className="grid grid-cols-2 gap-2">
        <a
          href={`https://wa.me/?text=${encodeURIComponent(text)}`}
          target="_blank"
          rel="noreferrer"
          className={secondary}
        >
          <MessageCircle strokeWidth={1.75} aria-hidden="true" />
          WhatsApp
        </a>
        <a href={mailto} className={secondary}>
          <Mail strokeWidth={1.75} aria-hidden="true" />
          Email
        </a>
      </div>
      <ShareButton title={title} text={text} url={url} tone="secondary" wide />
    </>
  )
}
