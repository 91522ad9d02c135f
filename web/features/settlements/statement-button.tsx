import { FileText } from 'lucide-react'
import { useState, useTransition } from 'react'
import { Button } from '../../ui/button.tsx'
import { part } from '../../ui/chunk.ts'

const StatementModal = part(() => import('./statement-modal.tsx').then((m) => m.StatementModal))

/** Asks for a period and saves its account statement. */
export function StatementButton(range: { from: string | undefined; to: string | undefined }) {
  const [isOpen, setOpen] = useState(false)
  const [isComing, start] = useTransition()
  return (
    <>
      <Button
        tone="secondary"
        icon={<FileText strokeWidth={1.75} />}
        busy={isComing}
        onClick={() => start(() => setOpen(true))}
      >
        Statement
      </Button>
      {isOpen && <StatementModal {...range} onClose={() => setOpen(false)} />}
    </>
  )
}
