import { downloadPeriodStatement } from '@adire/contract/settlements.ts'
import { FileText } from 'lucide-react'
import { useState, useTransition } from 'react'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { lazyComponent } from '../../ui/lazy-part.tsx'

const StatementModal = lazyComponent(() => import('./statement-modal.tsx').then((m) => m.StatementModal))

/** Button that opens the account statement form. */
export function StatementButton(range: { from: string | undefined; to: string | undefined }) {
  const [isOpen, setOpen] = useState(false)
  const [isPending, start] = useTransition()
  return (
    <>
      <AllowedButton
        needs={downloadPeriodStatement}
        tone="secondary"
        icon={<FileText strokeWidth={1.75} />}
        busy={isPending}
        onClick={() => start(() => setOpen(true))}
      >
        Statement
      </AllowedButton>
      {isOpen && <StatementModal {...range} onClose={() => setOpen(false)} />}
    </>
  )
}
