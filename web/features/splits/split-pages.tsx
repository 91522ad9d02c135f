import { useLocation } from 'react-router'
import { SplitDetailPage } from './split-detail-page.tsx'
import { SplitsPage } from './splits-page.tsx'

/** The list and the tab beside it, in one chunk: who opens one opens the other. */
export function SplitPages() {
  return useLocation().pathname === '/split-payment' ? <SplitsPage /> : <SplitDetailPage />
}
