import type { StaffPermission } from '@adire/contract/staff-permissions.ts'
import {
  Activity,
  Banknote,
  CheckCheck,
  ClipboardCheck,
  CreditCard,
  type LucideIcon,
  ScrollText,
  ShieldAlert,
  Store,
  Users,
} from 'lucide-react'
import { type LazyPage, lazyPage } from '../../ui/chunk.ts'

/** A screen of the back office. This list feeds the routes and the sidebar; paths are relative to `/operator`. */
export interface BackOfficeScreen {
  path: string
  Page: LazyPage
  /** What a person needs to see it. */
  needs?: StaffPermission
  /** Entry of the sidebar, in the order of this list. A screen without one is opened from another screen. */
  sidebar?: { label: string; icon: LucideIcon }
}

const moneyScreens: readonly BackOfficeScreen[] = [
  {
    path: '/money',
    needs: 'settlements.view',
    sidebar: { label: 'Money', icon: Banknote },
    Page: lazyPage(() => import('../money/payouts-page.tsx').then((m) => m.PayoutsPage)),
  },
  {
    path: '/money/reserves',
    needs: 'settlements.view',
    Page: lazyPage(() => import('../money/reserves-page.tsx').then((m) => m.ReservesPage)),
  },
  {
    path: '/money/ledger',
    needs: 'ledger.view',
    Page: lazyPage(() => import('../money/ledger-page.tsx').then((m) => m.LedgerPage)),
  },
  {
    path: '/money/ledger/:kind',
    needs: 'ledger.view',
    Page: lazyPage(() => import('../money/accounts-page.tsx').then((m) => m.AccountsPage)),
  },
  {
    path: '/money/ledger/:kind/:id',
    needs: 'ledger.view',
    Page: lazyPage(() => import('../money/account-page.tsx').then((m) => m.AccountPage)),
  },
  {
    path: '/money/statement',
    needs: 'ledger.view',
    Page: lazyPage(() => import('../money/statement-page.tsx').then((m) => m.StatementPage)),
  },
  {
    path: '/money/reconciliation',
    needs: 'reconciliation.view',
    Page: lazyPage(() => import('../money/reconciliation-page.tsx').then((m) => m.ReconciliationPage)),
  },
]

const systemScreens: readonly BackOfficeScreen[] = [
  {
    path: '/system',
    needs: 'system.view',
    sidebar: { label: 'System', icon: Activity },
    Page: lazyPage(() => import('../system/state-page.tsx').then((m) => m.StatePage)),
  },
  {
    path: '/system/jobs',
    needs: 'jobs.view',
    Page: lazyPage(() => import('../system/jobs-page.tsx').then((m) => m.JobsPage)),
  },
  {
    path: '/system/events',
    needs: 'events.view',
    Page: lazyPage(() => import('../system/events-page.tsx').then((m) => m.EventsPage)),
  },
  {
    path: '/system/webhooks',
    needs: 'events.view',
    Page: lazyPage(() => import('../system/webhooks-page.tsx').then((m) => m.WebhooksPage)),
  },
  {
    path: '/system/holidays',
    needs: 'system.view',
    Page: lazyPage(() => import('../system/holidays-page.tsx').then((m) => m.HolidaysPage)),
  },
  {
    path: '/system/announcements',
    needs: 'system.view',
    Page: lazyPage(() => import('../system/announcements-page.tsx').then((m) => m.AnnouncementsPage)),
  },
]

const riskScreens: readonly BackOfficeScreen[] = [
  {
    path: '/risk',
    needs: 'risk.view',
    sidebar: { label: 'Risk', icon: ShieldAlert },
    Page: lazyPage(() => import('../risk/alerts-page.tsx').then((m) => m.AlertsPage)),
  },
  {
    path: '/risk/alerts/:id',
    needs: 'risk.view',
    Page: lazyPage(() => import('../risk/alert-page.tsx').then((m) => m.AlertPage)),
  },
  {
    path: '/risk/rules',
    needs: 'risk.view',
    Page: lazyPage(() => import('../risk/rules-page.tsx').then((m) => m.RulesPage)),
  },
  {
    path: '/risk/blocks',
    needs: 'risk.view',
    Page: lazyPage(() => import('../risk/blocks-page.tsx').then((m) => m.BlocksPage)),
  },
]

const approvalScreens: readonly BackOfficeScreen[] = [
  {
    path: '/approvals',
    sidebar: { label: 'Approvals', icon: CheckCheck },
    Page: lazyPage(() => import('../approvals/approvals-page.tsx').then((m) => m.ApprovalsPage)),
  },
  {
    path: '/approvals/rules',
    Page: lazyPage(() => import('../approvals/rules-page.tsx').then((m) => m.ApprovalRulesPage)),
  },
  {
    path: '/approvals/:id',
    Page: lazyPage(() => import('../approvals/approval-page.tsx').then((m) => m.ApprovalPage)),
  },
]

export const backOfficeScreens: readonly BackOfficeScreen[] = [
  {
    path: '/account',
    Page: lazyPage(() => import('../account/account-page.tsx').then((m) => m.AccountPage)),
  },
  {
    path: '/review',
    needs: 'review.view',
    sidebar: { label: 'Review', icon: ClipboardCheck },
    Page: lazyPage(() => import('../review/queue-page.tsx').then((m) => m.ReviewQueuePage)),
  },
  {
    path: '/review/:id',
    needs: 'review.view',
    Page: lazyPage(() => import('../review/review-page.tsx').then((m) => m.ReviewPage)),
  },
  {
    path: '/merchants',
    needs: 'merchants.view',
    sidebar: { label: 'Merchants', icon: Store },
    Page: lazyPage(() => import('../merchants/merchants-page.tsx').then((m) => m.MerchantsPage)),
  },
  {
    path: '/merchants/:id',
    needs: 'merchants.view',
    Page: lazyPage(() => import('../merchants/merchant-page.tsx').then((m) => m.MerchantPage)),
  },
  {
    path: '/payments',
    needs: 'payments.view',
    sidebar: { label: 'Payments', icon: CreditCard },
    Page: lazyPage(() => import('../payments/payments-page.tsx').then((m) => m.PaymentsPage)),
  },
  {
    path: '/payments/:merchantId/:id',
    needs: 'payments.view',
    Page: lazyPage(() => import('../payments/payment-page.tsx').then((m) => m.PaymentPage)),
  },
  ...moneyScreens,
  ...systemScreens,
  ...riskScreens,
  ...approvalScreens,
  {
    path: '/staff',
    needs: 'staff.view',
    sidebar: { label: 'Staff', icon: Users },
    Page: lazyPage(() => import('../staff/staff-page.tsx').then((m) => m.StaffPage)),
  },
  {
    path: '/audit-log',
    needs: 'audit.view',
    sidebar: { label: 'Audit log', icon: ScrollText },
    Page: lazyPage(() => import('../audit/audit-log-page.tsx').then((m) => m.AuditLogPage)),
  },
]
