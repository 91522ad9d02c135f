import { Download } from 'lucide-react'
import { useState, useTransition } from 'react'
import { AllowedButton } from '../ui/allowed-button.tsx'
import { lazyComponent } from '../ui/lazy-part.tsx'
import type { ExportSpec } from './export-dialog.tsx'

const ExportDialog = lazyComponent(() => import('./export-dialog.tsx').then((m) => m.ExportDialog))

/** Button that opens the export dialog of a list, or of its selected rows. */
export function ExportButton(props: ExportSpec) {
  const [isOpen, setOpen] = useState(false)
  const [isPending, start] = useTransition()
  return (
    <>
      <AllowedButton
        needs={{ ...props.counts, downloads: 'export.csv' }}
        tone="secondary"
        icon={<Download strokeWidth={1.75} />}
        busy={isPending}
        onClick={() => start(() => setOpen(true))}
      >
        {props.ids ? 'Export selected' : 'Export'}
      </AllowedButton>
      {isOpen && <ExportDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}
