import { Download } from 'lucide-react'
import { Button } from './button.tsx'
import { CopyButton } from './copy-button.tsx'
import { Modal } from './modal.tsx'
import { useProductName } from './product.tsx'
import { saveFile } from './save-file.ts'

/** Recovery codes, shown only once. If the user does not save them, they must create new ones. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const product = useProductName()
  const text = codes.join('\n')
  const download = () =>
    saveFile(
      `${product.toLowerCase()}-recovery-codes.txt`,
      `Recovery codes of ${product}. Each works once.\n\n${text}\n`,
      'text/plain;charset=utf-8',
    )
  return (
    <>
      <p className="text-ink-2">
        Keep these where you can find them without your phone. Each code works once. They are not shown again.
      </p>
      <ul
        aria-label="Recovery codes"
        className="figures grid grid-cols-2 gap-x-6 gap-y-2 rounded-md bg-sunken px-5 py-4 font-medium tracking-[0.06em]"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={text} label="Copy codes" />
        <Button tone="secondary" icon={<Download strokeWidth={1.75} />} onClick={download}>
          Download
        </Button>
      </div>
    </>
  )
}

type RecoveryCodesModalProps = { title: string; codes: readonly string[]; onClose: () => void }

export const RecoveryCodesModal = ({ title, codes, onClose }: RecoveryCodesModalProps) => (
  <Modal open title={title} onClose={onClose} footer={<Button onClick={onClose}>Done</Button>}>
    <RecoveryCodes codes={codes} />
  </Modal>
)
