import { countApprovals } from '@adire/contract/approvals.ts'
import {
  ArrowLeftRight,
  CreditCard,
  FileText,
  House,
  Landmark,
  Layers,
  Link2,
  type LucideIcon,
  Repeat,
  Settings,
  Users,
} from 'lucide-react'
import { matchPath } from 'react-router'
import { type LazyPage, lazyPage } from '../ui/chunk.ts'
import type { Needed } from '../ui/denial.ts'

/** Something to start from any page, offered by the command palette. */
export interface ScreenAction {
  label: string
  to: string
  /** What a member needs to do it. */
  needs?: Needed
}

/**
 * A screen of the app. This list feeds the routes, the sidebar, the tabs of the settings, the command palette and the
 * addresses of the browser tests.
 */
export interface Screen {
  path: string
  Page: LazyPage
  /** Starts the queries of the page while the business is read, and shows nothing. */
  Reads?: LazyPage
  /** Name in sidebar, tabs and palette. A screen without one is opened only from another screen. */
  label?: string
  /** Address that sidebar and palette open, if the path has parameters. */
  opensAt?: string
  /** Entry of the sidebar. Entries with the same heading are one group. */
  sidebar?: { icon: LucideIcon; heading?: string; counts?: typeof countApprovals }
  /** Path of the sidebar's entry that is marked, if it is not the start of the screen's own path. */
  under?: string
  /** Further words by which the palette finds it. */
  words?: string
  actions?: readonly ScreenAction[]
  /** What a member needs to see it. */
  needs?: Needed
}

const SplitPages = lazyPage(() => import('../features/splits/split-pages.tsx').then((m) => m.SplitPages))
const MandateEditor = lazyPage(() =>
  import('../features/direct-debit/mandate-editor-page.tsx').then((m) => m.MandateEditorPage),
)
const LinkEditor = lazyPage(() =>
  import('../features/payment-links/link-editor-page.tsx').then((m) => m.LinkEditorPage),
)

/** Pages for visitors who are not signed in. */
export const formScreens: readonly Screen[] = [
  { path: '/', Page: lazyPage(() => import('../features/auth/sign-in-page.tsx').then((m) => m.SignInPage)) },
  {
    path: '/register',
    Page: lazyPage(() => import('../features/onboarding/register-page.tsx').then((m) => m.RegisterPage)),
  },
  {
    path: '/verify-email/:token',
    Page: lazyPage(() => import('../features/users/verify-email-page.tsx').then((m) => m.VerifyEmailPage)),
  },
  {
    path: '/request',
    Page: lazyPage(() => import('../features/users/forgot-password-page.tsx').then((m) => m.ForgotPasswordPage)),
  },
  {
    path: '/reset-password/:id',
    Page: lazyPage(() => import('../features/users/reset-password-page.tsx').then((m) => m.ResetPasswordPage)),
  },
]

/** Opened from an email, by visitors and by signed-in users. */
export const invitationScreen: Screen = {
  path: '/invitation/:token',
  Page: lazyPage(() => import('../features/team/invitation-page.tsx').then((m) => m.InvitationPage)),
}

/** Pages for members of a business. The sidebar has them in this order. */
export const memberScreens: readonly Screen[] = [
  {
    path: '/dashboard',
    needs: 'payments.view',
    label: 'Overview',
    sidebar: { icon: House },
    words: 'home dashboard balance sales',
    Page: lazyPage(() => import('../features/overview/overview-page.tsx').then((m) => m.OverviewPage)),
    Reads: lazyPage(() => import('../features/overview/overview-page.tsx').then((m) => m.OverviewReads)),
  },
  {
    path: '/onboarding',
    needs: 'business.view',
    Page: lazyPage(() => import('../features/kyc/onboarding-page.tsx').then((m) => m.OnboardingPage)),
  },
  {
    path: '/transactions',
    needs: 'payments.view',
    label: 'Transactions',
    sidebar: { icon: ArrowLeftRight, heading: 'Business' },
    words: 'payments refunds sales refunded failed',
    Page: lazyPage(() => import('../features/payments/transactions-page.tsx').then((m) => m.TransactionsPage)),
  },
  {
    path: '/transactions/disputes',
    needs: 'disputes.view',
    label: 'Disputes',
    words: 'chargebacks transactions evidence',
    Page: lazyPage(() => import('../features/disputes/disputes-page.tsx').then((m) => m.DisputesPage)),
  },
  {
    path: '/transactions/disputes/:disputeId',
    needs: 'disputes.view',
    Page: lazyPage(() => import('../features/disputes/dispute-page.tsx').then((m) => m.DisputePage)),
  },
  {
    path: '/transactions/channels',
    needs: 'payments.view',
    label: 'Channel Health',
    words: 'slow failing success rate outage cards transfers',
    Page: lazyPage(() => import('../features/channel-health/channel-health-page.tsx').then((m) => m.ChannelHealthPage)),
  },
  {
    path: '/transactions/:transactionId',
    needs: 'payments.view',
    Page: lazyPage(() => import('../features/payments/transaction-page.tsx').then((m) => m.TransactionPage)),
  },
  {
    path: '/customers',
    needs: 'customers.view',
    label: 'Customers',
    sidebar: { icon: Users, heading: 'Business' },
    words: 'payers blacklist',
    actions: [{ label: 'Add customer', to: '/customers?new=1', needs: 'customers.manage' }],
    Page: lazyPage(() => import('../features/customers/customers-page.tsx').then((m) => m.CustomersPage)),
  },
  {
    path: '/customers/:customerId',
    needs: 'customers.view',
    Page: lazyPage(() => import('../features/customers/customer-page.tsx').then((m) => m.CustomerPage)),
  },
  {
    path: '/payouts',
    needs: 'settlements.view',
    label: 'Settlements',
    sidebar: { icon: Landmark, heading: 'Business' },
    words: 'payouts bank balance statement unsettled',
    Page: lazyPage(() => import('../features/settlements/settlements-page.tsx').then((m) => m.SettlementsPage)),
  },
  {
    path: '/payouts/:id/:transactionDate',
    needs: 'settlements.view',
    Page: lazyPage(() => import('../features/settlements/settlement-page.tsx').then((m) => m.SettlementPage)),
  },
  {
    path: '/reports',
    under: '/payouts',
    needs: 'reports.view',
    label: 'Reports',
    words: 'accounting tax fees vat journal xero quickbooks sage bookkeeping',
    Page: lazyPage(() => import('../features/reports/reports-page.tsx').then((m) => m.ReportsPage)),
  },
  {
    path: '/transfer-detail',
    under: '/payouts',
    needs: 'settlements.view',
    label: 'Last transfer',
    words: 'payout settlement',
    Page: lazyPage(() => import('../features/settlements/transfer-page.tsx').then((m) => m.TransferPage)),
  },
  {
    path: '/split-payment',
    under: '/payouts',
    needs: 'splits.view',
    label: 'Split Payments',
    words: 'recipients shares partners',
    actions: [{ label: 'New split', to: '/split-payment-detail?new=1', needs: 'splits.manage' }],
    Page: SplitPages,
  },
  { path: '/split-payment-detail', under: '/payouts', needs: 'splits.view', Page: SplitPages },
  {
    path: '/payment-link',
    needs: 'payment_links.view',
    label: 'Payment Links',
    sidebar: { icon: Link2, heading: 'Collections' },
    words: 'pages qr',
    actions: [{ label: 'New payment link', to: '/payment-link?new=1', needs: 'payment_links.manage' }],
    Page: lazyPage(() => import('../features/payment-links/payment-links-page.tsx').then((m) => m.PaymentLinksPage)),
  },
  { path: '/payment-link/new', needs: 'payment_links.manage', Page: LinkEditor },
  {
    path: '/payment-link/:id',
    needs: 'payment_links.view',
    Page: lazyPage(() => import('../features/payment-links/payment-link-page.tsx').then((m) => m.PaymentLinkPage)),
  },
  { path: '/payment-link/:id/edit', needs: 'payment_links.manage', Page: LinkEditor },
  {
    path: '/invoice',
    needs: 'invoices.view',
    label: 'Invoices',
    sidebar: { icon: FileText, heading: 'Collections' },
    words: 'bills',
    actions: [
      { label: 'New invoice', to: '/invoice?new=1', needs: 'invoices.manage' },
      { label: 'New itemised invoice', to: '/add-item-form', needs: 'invoices.manage' },
    ],
    Page: lazyPage(() => import('../features/invoices/invoices-page.tsx').then((m) => m.InvoicesPage)),
  },
  {
    path: '/invoice_page/:invoiceId',
    under: '/invoice',
    needs: 'invoices.view',
    Page: lazyPage(() => import('../features/invoices/invoice-page.tsx').then((m) => m.InvoicePage)),
  },
  {
    path: '/add-item-form',
    under: '/invoice',
    needs: 'invoices.manage',
    Page: lazyPage(() => import('../features/invoices/invoice-editor-page.tsx').then((m) => m.InvoiceEditorPage)),
  },
  {
    path: '/subscriptions',
    needs: 'subscriptions.view',
    label: 'Subscriptions',
    sidebar: { icon: Repeat, heading: 'Recurring' },
    words: 'recurring subscribers renewals',
    Page: lazyPage(() => import('../features/subscriptions/subscriptions-page.tsx').then((m) => m.SubscriptionsPage)),
  },
  {
    path: '/subscriptions/revenue',
    needs: 'subscriptions.view',
    label: 'Recurring revenue',
    words: 'mrr churn growth subscriptions report',
    Page: lazyPage(() => import('../features/subscriptions/revenue-page.tsx').then((m) => m.RevenuePage)),
  },
  {
    path: '/subscriptions/:id',
    needs: 'subscriptions.view',
    Page: lazyPage(() => import('../features/subscriptions/subscription-page.tsx').then((m) => m.SubscriptionPage)),
  },
  {
    path: '/plans',
    needs: 'subscriptions.view',
    label: 'Plans',
    sidebar: { icon: Layers, heading: 'Recurring' },
    words: 'subscriptions recurring',
    actions: [{ label: 'New plan', to: '/plans?new=1', needs: 'subscriptions.manage' }],
    Page: lazyPage(() => import('../features/plans/plans-page.tsx').then((m) => m.PlansPage)),
  },
  {
    path: '/plans/coupons',
    needs: 'subscriptions.view',
    label: 'Coupons',
    words: 'discounts codes promotions vouchers plans subscriptions',
    actions: [{ label: 'New coupon', to: '/plans/coupons?new=1', needs: 'subscriptions.manage' }],
    Page: lazyPage(() => import('../features/coupons/coupons-page.tsx').then((m) => m.CouponsPage)),
  },
  {
    path: '/plans/coupons/:couponId',
    needs: 'subscriptions.view',
    Page: lazyPage(() => import('../features/coupons/coupon-page.tsx').then((m) => m.CouponPage)),
  },
  {
    path: '/plans/retries',
    needs: 'subscriptions.view',
    label: 'Failed charges',
    words: 'retries retry dunning past due unpaid subscriptions',
    Page: lazyPage(() => import('../features/subscriptions/retries-page.tsx').then((m) => m.RetriesPage)),
  },
  {
    path: '/plans/:planId',
    needs: 'subscriptions.view',
    Page: lazyPage(() => import('../features/plans/plan-page.tsx').then((m) => m.PlanPage)),
  },
  {
    path: '/directDebit',
    needs: 'direct_debit.view',
    label: 'Direct Debit',
    sidebar: { icon: CreditCard, heading: 'Recurring' },
    words: 'mandates debits calendar bank',
    actions: [{ label: 'New mandate', to: '/directDebit/new', needs: 'direct_debit.manage' }],
    Page: lazyPage(() => import('../features/direct-debit/mandates-page.tsx').then((m) => m.MandatesPage)),
  },
  { path: '/directDebit/new', needs: 'direct_debit.manage', Page: MandateEditor },
  { path: '/directDebit/:slug/edit', needs: 'direct_debit.manage', Page: MandateEditor },
  {
    path: '/directDebit/:slug',
    needs: 'direct_debit.view',
    Page: lazyPage(() => import('../features/direct-debit/mandate-page.tsx').then((m) => m.MandatePage)),
  },
  {
    path: '/approvals/:approvalId',
    under: '/settings/:menu',
    Page: lazyPage(() => import('../features/approvals/approval-page.tsx').then((m) => m.ApprovalPage)),
  },
  {
    path: '/settings/:menu',
    label: 'Settings',
    opensAt: '/settings/business-profile',
    sidebar: { icon: Settings, heading: 'Settings', counts: countApprovals },
    Page: lazyPage(() => import('./settings-page.tsx').then((m) => m.SettingsPage)),
  },
  {
    path: '/open',
    Page: lazyPage(() => import('../features/merchants/open-page.tsx').then((m) => m.OpenPage)),
  },
  {
    path: '/add-business',
    actions: [{ label: 'Add business', to: '/add-business' }],
    Page: lazyPage(() => import('../features/onboarding/add-business-page.tsx').then((m) => m.AddBusinessPage)),
  },
  {
    path: '/go-live',
    needs: 'business.view',
    label: 'Go live',
    words: 'live mode real payments',
    Page: lazyPage(() => import('../features/onboarding/go-live-page.tsx').then((m) => m.GoLivePage)),
  },
]

export const findMemberScreen = (pathname: string): Screen | undefined =>
  memberScreens.find(({ path }) => matchPath(path, pathname))
