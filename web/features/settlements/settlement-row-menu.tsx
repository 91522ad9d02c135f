import type { SettlementRow } from '@adire/contract/settlements-schemas.ts'
import { Download, Eye } from 'lucide-react'
import { Suspense, useState } from 'react'
import { FullLoader } from '../../ui/full-loader.tsx'
import { lazyComponent } from '../../ui/lazy-part.tsx'
import { MenuButton, MenuLink } from '../../ui/menu.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { useKeptDates } from './kept-dates.ts'
import { linesToExport, SettlementFiles } from './settlement-files.tsx'
import { settlementPath } from './settlement-path.ts'

const ExportDialog = lazyComponent(() => import('../../domain/export-dialog.tsx').then((m) => m.ExportDialog))

/** Menu of a settlement in the list. */
export function SettlementRowMenu({ settlement }: { settlement: SettlementRow }) {
  const [isExporting, setExporting] = useState(false)
  const keepDates = useKeptDates()
  const { id, reference } = settlement
  return (
    <>
      <RowMenu of={reference}>
        <MenuLink to={keepDates(settlementPath(settlement))}>
          <Eye strokeWidth={1.75} aria-hidden="true" />
          View details
        </MenuLink>
        <SettlementFiles settlement={settlement} isRow />
        <MenuButton onClick={() => setExporting(true)}>
          <Download strokeWidth={1.75} aria-hidden="true" />
          Export lines
        </MenuButton>
      </RowMenu>
      {isExporting && (
        <Suspense fallback={<FullLoader />}>
          <ExportDialog {...linesToExport(id)} onClose={() => setExporting(false)} />
        </Suspense>
      )}
    </>
  )
}
