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
import { type LazyPage, lazyPage } from '../ui/chunk.ts'

/** Something to start from any page, offered by the command palette. */
export interface ScreenAction {
  label: string
  to: string
}

/**
 * A screen of the app. This list feeds the routes, the sidebar, the tabs of the settings, the command palette and the
 * addresses of the browser tests.
 */
export interface Screen {
  path: string
  Page: LazyPage
  /** Name in sidebar, tabs and palette. A screen without one is opened only from another screen. */
  label?: string
  /** Address that sidebar and palette open, if the path has parameters. */
  opensAt?: string
  /** Entry of the sidebar. Entries with the same heading are one group. */
  sidebar?: { icon: LucideIcon; heading?: string }
  /** Further words by which the palette finds it. */
  words?: string
  actions?: readonly ScreenAction[]
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

/** Pages for members of a business. The sidebar has them in this order. */
export const memberScreens: readonly Screen[] = [
  {
    path: '/dashboard',
    label: 'Overview',
    sidebar: { icon: House },
    words: 'home dashboard balance sales',
    Page: lazyPage(() => import('../features/overview/overview-page.tsx').then((m) => m.OverviewPage)),
  },
  {
    path: '/onboarding',
    Page: lazyPage(() => import('../features/kyc/onboarding-page.tsx').then((m) => m.OnboardingPage)),
  },
  {
    path: '/transactions',
    label: 'Transactions',
    sidebar: { icon: ArrowLeftRight, heading: 'Business' },
    words: 'payments refunds sales refunded failed',
    Page: lazyPage(() => import('../features/payments/transactions-page.tsx').then((m) => m.TransactionsPage)),
  },
  {
    path: '/transactions/disputes',
    label: 'Disputes',
    words: 'chargebacks transactions evidence',
    Page: lazyPage(() => import('../features/disputes/disputes-page.tsx').then((m) => m.DisputesPage)),
  },
  {
    path: '/transactions/disputes/:disputeId',
    Page: lazyPage(() => import('../features/disputes/dispute-page.tsx').then((m) => m.DisputePage)),
  },
  {
    path: '/transactions/channels',
    label: 'Channel Health',
    words: 'slow failing success rate outage cards transfers',
    Page: lazyPage(() => import('../features/channel-health/channel-health-page.tsx').then((m) => m.ChannelHealthPage)),
  },
  {
    path: '/transactions/:transactionId',
    Page: lazyPage(() => import('../features/payments/transaction-page.tsx').then((m) => m.TransactionPage)),
  },
  {
    path: '/customers',
    label: 'Customers',
    sidebar: { icon: Users, heading: 'Business' },
    words: 'payers blacklist',
    actions: [{ label: 'Add customer', to: '/customers?new=1' }],
    Page: lazyPage(() => import('../features/customers/customers-page.tsx').then((m) => m.CustomersPage)),
  },
  {
    path: '/customers/:customerId',
    Page: lazyPage(() => import('../features/customers/customer-page.tsx').then((m) => m.CustomerPage)),
  },
  {
    path: '/payouts',
    label: 'Settlements',
    sidebar: { icon: Landmark, heading: 'Business' },
    words: 'payouts bank balance statement unsettled',
    Page: lazyPage(() => import('../features/settlements/settlements-page.tsx').then((m) => m.SettlementsPage)),
  },
  {
    path: '/payouts/:id/:transactionDate',
    Page: lazyPage(() => import('../features/settlements/settlement-page.tsx').then((m) => m.SettlementPage)),
  },
  {
    path: '/reports',
    label: 'Reports',
    words: 'accounting tax fees vat journal xero quickbooks sage bookkeeping',
    Page: lazyPage(() => import('../features/reports/reports-page.tsx').then((m) => m.ReportsPage)),
  },
  {
    path: '/transfer-detail',
    label: 'Last transfer',
    words: 'payout settlement',
    Page: lazyPage(() => import('../features/settlements/transfer-page.tsx').then((m) => m.TransferPage)),
  },
  {
    path: '/split-payment',
    label: 'Split Payments',
    words: 'recipients shares partners',
    actions: [{ label: 'New split', to: '/split-payment-detail?new=1' }],
    Page: SplitPages,
  },
  { path: '/split-payment-detail', Page: SplitPages },
  {
    path: '/payment-link',
    label: 'Payment Links',
    sidebar: { icon: Link2, heading: 'Collections' },
    words: 'pages qr',
    actions: [{ label: 'New payment link', to: '/payment-link?new=1' }],
    Page: lazyPage(() => import('../features/payment-links/payment-links-page.tsx').then((m) => m.PaymentLinksPage)),
  },
  { path: '/payment-link/new', Page: LinkEditor },
  {
    path: '/payment-link/:id',
    Page: lazyPage(() => import('../features/payment-links/payment-link-page.tsx').then((m) => m.PaymentLinkPage)),
  },
  { path: '/payment-link/:id/edit', Page: LinkEditor },
  {
    path: '/invoice',
    label: 'Invoices',
    sidebar: { icon: FileText, heading: 'Collections' },
    words: 'bills',
    actions: [{ label: 'New invoice', to: '/add-item-form' }],
    Page: lazyPage(() => import('../features/invoices/invoices-page.tsx').then((m) => m.InvoicesPage)),
  },
  {
    path: '/invoice_page/:invoiceId',
    Page: lazyPage(() => import('../features/invoices/invoice-page.tsx').then((m) => m.InvoicePage)),
  },
  {
    path: '/add-item-form',
    Page: lazyPage(() => import('../features/invoices/invoice-editor-page.tsx').then((m) => m.InvoiceEditorPage)),
  },
  {
    path: '/subscriptions',
    label: 'Subscriptions',
    sidebar: { icon: Repeat, heading: 'Recurring' },
    words: 'recurring subscribers renewals',
    Page: lazyPage(() => import('../features/subscriptions/subscriptions-page.tsx').then((m) => m.SubscriptionsPage)),
  },
  {
    path: '/subscriptions/revenue',
    label: 'Recurring revenue',
    words: 'mrr churn growth subscriptions report',
    Page: lazyPage(() => import('../features/subscriptions/revenue-page.tsx').then((m) => m.RevenuePage)),
  },
  {
    path: '/subscriptions/:id',
    Page: lazyPage(() => import('../features/subscriptions/subscription-page.tsx').then((m) => m.SubscriptionPage)),
  },
  {
    path: '/plans',
    label: 'Plans',
    sidebar: { icon: Layers, heading: 'Recurring' },
    words: 'subscriptions recurring',
    actions: [{ label: 'New plan', to: '/plans?new=1' }],
    Page: lazyPage(() => import('../features/plans/plans-page.tsx').then((m) => m.PlansPage)),
  },
  {
    path: '/plans/coupons',
    label: 'Coupons',
    words: 'discounts codes promotions vouchers plans subscriptions',
    actions: [{ label: 'New coupon', to: '/plans/coupons?new=1' }],
    Page: lazyPage(() => import('../features/coupons/coupons-page.tsx').then((m) => m.CouponsPage)),
  },
  {
    path: '/plans/coupons/:couponId',
    Page: lazyPage(() => import('../features/coupons/coupon-page.tsx').then((m) => m.CouponPage)),
  },
  { path: '/plans/:planId', Page: lazyPage(() => import('../features/plans/plan-page.tsx').then((m) => m.PlanPage)) },
  {
    path: '/directDebit',
    label: 'Direct Debit',
    sidebar: { icon: CreditCard, heading: 'Recurring' },
    words: 'mandates debits calendar bank',
    actions: [{ label: 'New mandate', to: '/directDebit/new' }],
    Page: lazyPage(() => import('../features/direct-debit/mandates-page.tsx').then((m) => m.MandatesPage)),
  },
  { path: '/directDebit/new', Page: MandateEditor },
  { path: '/directDebit/:slug/edit', Page: MandateEditor },
  {
    path: '/directDebit/:slug',
    Page: lazyPage(() => import('../features/direct-debit/mandate-page.tsx').then((m) => m.MandatePage)),
  },
  {
    path: '/settings/:menu',
    label: 'Settings',
    opensAt: '/settings/business-profile',
    sidebar: { icon: Settings, heading: 'Settings' },
    Page: lazyPage(() => import('./settings-page.tsx').then((m) => m.SettingsPage)),
  },
  {
    path: '/add-business',
    actions: [{ label: 'Add business', to: '/add-business' }],
    Page: lazyPage(() => import('../features/onboarding/add-business-page.tsx').then((m) => m.AddBusinessPage)),
  },
  {
    path: '/go-live',
    label: 'Go live',
    words: 'live mode real payments',
    Page: lazyPage(() => import('../features/onboarding/go-live-page.tsx').then((m) => m.GoLivePage)),
  },
]

/** Tabs of the settings, in their order on the screen. */
export const settingsTabs: readonly (Screen & { label: string })[] = [
  {
    path: '/settings/business-profile',
    label: 'Business Profile',
    words: 'logo address name fees',
    Page: lazyPage(() =>
      import('../features/merchants/business-profile-panel.tsx').then((m) => m.BusinessProfilePanel),
    ),
  },
  {
    path: '/settings/user-profile',
    label: 'User Profile',
    words: 'password two-factor devices',
    Page: lazyPage(() => import('../features/users/user-profile-panel.tsx').then((m) => m.UserProfilePanel)),
  },
  {
    path: '/settings/bank-accounts',
    label: 'Bank Accounts',
    words: 'payout settlement account',
    Page: lazyPage(() => import('../features/bank-accounts/bank-accounts-panel.tsx').then((m) => m.BankAccountsPanel)),
  },
  {
    path: '/settings/prices',
    label: 'Prices',
    words: 'fees rates calculator charges',
    Page: lazyPage(() => import('../features/prices/prices-panel.tsx').then((m) => m.PricesPanel)),
  },
  {
    path: '/settings/api-webhooks',
    label: 'Api keys & Merchant Code',
    words: 'secret public key developer',
    Page: lazyPage(() => import('../features/api-keys/api-keys-panel.tsx').then((m) => m.ApiKeysPanel)),
  },
  {
    path: '/settings/webhooks',
    label: 'Webhooks',
    words: 'events endpoints developer',
    Page: lazyPage(() => import('../features/webhooks/webhooks-panel.tsx').then((m) => m.WebhooksPanel)),
  },
  {
    path: '/settings/request-log',
    label: 'Request log',
    words: 'api requests developer',
    Page: lazyPage(() => import('../features/request-log/request-log-panel.tsx').then((m) => m.RequestLogPanel)),
  },
  {
    path: '/settings/notifications',
    label: 'Notifications',
    words: 'emails',
    Page: lazyPage(() => import('../features/users/notifications-panel.tsx').then((m) => m.NotificationsPanel)),
  },
  {
    path: '/settings/audit-log',
    label: 'Audit log',
    words: 'history changes members',
    Page: lazyPage(() => import('../features/audit/audit-panel.tsx').then((m) => m.AuditPanel)),
  },
]
