import { limits } from '@adire/contract/limits.ts'
import { useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { CopyButton } from './copy-button.tsx'
import { Modal } from './modal.tsx'

type SecretModalProps = {
  secret: string
  /** "Your new secret key" */
  title: string
  /** Name of the secret on the copy button: "key". */
  noun: string
  onClose: () => void
}

/** Dialog that shows a new secret, only once. Hides it after a while, in case the screen is left open. */
export function SecretModal({ secret, title, noun, onClose }: SecretModalProps) {
  const [isHidden, setHidden] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setHidden(true), limits.secretVisibleMs)
    return () => clearTimeout(timer)
  }, [])
  const footer = (
    <>
      {!isHidden && <CopyButton text={secret} label={`Copy ${noun}`} isFirst />}
      <Button onClick={onClose}>Done</Button>
    </>
  )
  return (
    <Modal open title={title} onClose={onClose} footer={footer}>
      <p className="text-ink-2">Copy it now and store it on your server. You will not see it again.</p>
      <p
        role="status"
        className="min-h-[70px] rounded-md bg-sunken px-4 py-3 font-mono text-sm break-all ring-1 ring-line"
      >
        {isHidden ? `Hidden after a minute. Rotate the ${noun} if you did not copy it.` : secret}
      </p>
    </Modal>
  )
}
