import { useLocation } from 'react-router'
import { SplitDetailPage } from './split-detail-page.tsx'
import { SplitsPage } from './splits-page.tsx'

/** The list and the detail tab in one chunk, because users open both. */
export function SplitPages() {
  return useLocation().pathname === '/split-payment' ? <SplitsPage /> : <SplitDetailPage />
}
