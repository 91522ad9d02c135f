import {
  getReconciliation,
  importBankStatement,
  listReconciliationItems,
  startReconciliation,
} from '@adire/contract/back-office/money.ts'
import { FileUp, RefreshCw } from 'lucide-react'
import { Suspense, useState } from 'react'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { FullLoader } from '../../ui/full-loader.tsx'
import { lazyComponent } from '../../ui/lazy-part.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { useChange } from '../client/api.ts'
import { useAllowedTabs, useDenied } from '../client/person.ts'
import { LastRun } from './last-run.tsx'
import { keptParams, moneyTabs } from './money-tabs.ts'
import { ReconciliationItems } from './reconciliation-items.tsx'

const ImportStatementModal = lazyComponent(() =>
  import('./import-statement-modal.tsx').then((m) => m.ImportStatementModal),
)

/** Discrepancies between the ledger, the processors and the bank. */
export function ReconciliationPage() {
  const denied = useDenied(startReconciliation)
  const importDenied = useDenied(importBankStatement)
  const [isImporting, setImporting] = useState(false)
  const start = useChange(startReconciliation, {
    success: 'The reconciliation has started. Its result is here in a moment',
    refresh: [getReconciliation, listReconciliationItems],
  })
  return (
    <>
      <PageHeader
        title="Money"
        note="The ledger compared with the processors and the bank"
        actions={
          <>
            <AllowedButton
              tone="secondary"
              icon={<FileUp strokeWidth={1.75} />}
              denied={importDenied}
              onClick={() => setImporting(true)}
            >
              Import statement
            </AllowedButton>
            <AllowedButton
              tone="secondary"
              icon={<RefreshCw strokeWidth={1.75} />}
              denied={denied}
              busy={start.isPending}
              onClick={() => start.mutate({})}
            >
              Reconcile now
            </AllowedButton>
          </>
        }
        tabs={useAllowedTabs(moneyTabs)}
        keptParams={keptParams}
      />
      <LastRun />
      <ReconciliationItems />
      <Suspense fallback={<FullLoader />}>
        {isImporting && <ImportStatementModal onClose={() => setImporting(false)} />}
      </Suspense>
    </>
  )
}
