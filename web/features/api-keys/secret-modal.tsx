import { limits } from '@adire/contract/limits.ts'
import { useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Modal } from '../../ui/modal.tsx'

/** The only time a secret key is shown. It hides itself, for the screen that is left open. */
export function SecretModal({ secret, onClose }: { secret: string; onClose: () => void }) {
  const [isHidden, setHidden] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setHidden(true), limits.secretShownMs)
    return () => clearTimeout(timer)
  }, [])
  const footer = (
    <>
      {!isHidden && <CopyButton text={secret} label="Copy key" />}
      <Button onClick={onClose}>Done</Button>
    </>
  )
  return (
    <Modal open title="Your new secret key" onClose={onClose} footer={footer}>
      <p className="text-ink-2">Copy it now and keep it where your server reads it. You will not see it again.</p>
      <p
        role="status"
        className="min-h-[70px] rounded-md bg-sunken px-4 py-3 font-mono text-sm break-all ring-1 ring-line"
      >
        {isHidden ? 'Hidden after a minute. Roll the key if you did not copy it.' : secret}
      </p>
    </Modal>
  )
}
