import { listApiKeys } from '@adire/contract/api-keys.ts'
import type { PaymentLink } from '@adire/contract/payment-links-schemas.ts'
import { useId, useState } from 'react'
import { useCall } from '../../client/api.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Modal } from '../../ui/modal.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import {
  type ButtonChoice,
  buttonStyle,
  buttonTones,
  htmlButton,
  reactButton,
  scriptCall,
  usualLabel,
  wordPressBlock,
} from './snippets.ts'

const kinds = [
  { value: 'html', label: 'HTML' },
  { value: 'react', label: 'React' },
  { value: 'wordpress', label: 'WordPress' },
  { value: 'script', label: 'Script' },
] as const
type Kind = (typeof kinds)[number]['value']

const notes: Record<Kind, string> = {
  html: 'Paste it where the button should be. Where a page runs no script, the button leads to the payment page.',
  react:
    'React 19 loads the script once, however many buttons there are. Before that, put its line into your index.html.',
  wordpress:
    'Paste it into a post or a page. Some WordPress.com plans remove scripts: the button then leads to the payment page.',
  script:
    'Charges an amount that your page sets, with your public key and without a link. Verify the reference and the amount on your server before you deliver.',
}

/** Generator of a payment button for the merchant's own site. */
export function EmbedModal({ link, onClose }: { link: PaymentLink; onClose: () => void }) {
  const [choice, setChoice] = useState<ButtonChoice>({ label: usualLabel(link), tone: 'blue', opens: 'dialog' })
  const [kind, setKind] = useState<Kind>('html')
  const keys = useCall(listApiKeys, {})
  const publicKey = keys.data?.content.find((key) => key.kind === 'public' && !key.expiresAt)?.display ?? 'pk_test_…'
  const button = { ...choice, label: choice.label.trim() || usualLabel(link) }
  const code = {
    html: () => htmlButton(link, button),
    react: () => reactButton(link, button),
    wordpress: () => wordPressBlock(link, button),
    script: () => scriptCall(link, publicKey),
  }[kind]()
  const set = (changes: Partial<ButtonChoice>) => setChoice({ ...choice, ...changes })
  return (
    <Modal open title="A button for your site" onClose={onClose}>
      <div className="dye-quiet flex min-h-28 items-center justify-center rounded-lg p-5">
        <a href={link.url} target="_blank" rel="noreferrer" style={buttonStyle(choice.tone)} className="wrap-anywhere">
          {button.label}
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
      </div>
      {!link.published && (
        <p className="rounded-md bg-warn-soft px-3.5 py-2.5 text-warn">
          This link is unpublished: payers see a closed page.
        </p>
      )}
      <Field label="Button text">
        <Input value={choice.label} maxLength={60} onChange={({ target }) => set({ label: target.value })} />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Choice label="Colour">
          <Segmented
            label="Colour"
            value={choice.tone}
            onChange={(tone) => set({ tone })}
            options={Object.entries(buttonTones).map(([value, { label }]) => ({
              value: value as keyof typeof buttonTones,
              label,
            }))}
          />
        </Choice>
        <Choice label="Opens">
          <Segmented
            label="Opens"
            value={choice.opens}
            onChange={(opens) => set({ opens })}
            options={[
              { value: 'dialog', label: 'On your page' },
              { value: 'page', label: 'Our page' },
            ]}
          />
        </Choice>
      </div>
      <Choice label="Copy and paste">
        <Segmented label="Kind of code" value={kind} onChange={setKind} options={kinds} />
      </Choice>
      <Code code={code} note={notes[kind]} />
    </Modal>
  )
}

/** Label of a group of choices. */
function Choice({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-col gap-1.5">
      <p className="font-medium" aria-hidden="true">
        {label}
      </p>
      {children}
    </div>
  )
}

function Code({ code, note }: { code: string; note: string }) {
  const id = useId()
  return (
    <div className="flex flex-col gap-3">
      <pre
        aria-describedby={id}
        className="rounded-md bg-sunken px-4 py-3 font-mono text-sm wrap-anywhere whitespace-pre-wrap ring-1 ring-line"
      >
        {code}
      </pre>
      <p id={id} className="text-sm text-muted">
        {note}{' '}
        <a href="/docs/inline-checkout" target="_blank" rel="noreferrer" className="font-medium text-link underline">
          Inline checkout<span className="sr-only"> (opens in a new tab)</span>
        </a>
      </p>
      <CopyButton text={code} label="Copy code" />
    </div>
  )
}
