import { Suspense, useEffect } from 'react'
import { matchPath, Route, Routes } from 'react-router'
import { useConfig } from '../client/config.ts'
import { type LazyPage, lazyPage } from '../ui/chunk.ts'
import { ErrorBoundary } from '../ui/error-screen.tsx'
import { FullLoader } from '../ui/full-loader.tsx'
import { NotFound } from '../ui/not-found.tsx'
import { ProductProvider } from '../ui/product.tsx'
import { GuestGuard, MemberGuard } from './shell/guards.tsx'

const PublicFrame = lazyPage(() => import('./shell/public-frame.tsx').then((module) => module.PublicFrame))
const FormFrame = lazyPage(() => import('./shell/public-frame.tsx').then((module) => module.FormFrame))
const Shell = lazyPage(() => import('./shell/shell.tsx').then((module) => module.AppShell))

const SignIn = lazyPage(() => import('../features/auth/sign-in-page.tsx').then((module) => module.SignInPage))
const Register = lazyPage(() => import('../features/merchants/register-page.tsx').then((module) => module.RegisterPage))
const VerifyEmail = lazyPage(() =>
  import('../features/users/verify-email-page.tsx').then((module) => module.VerifyEmailPage),
)
const ForgotPassword = lazyPage(() =>
  import('../features/users/forgot-password-page.tsx').then((module) => module.ForgotPasswordPage),
)
const ResetPassword = lazyPage(() =>
  import('../features/users/reset-password-page.tsx').then((module) => module.ResetPasswordPage),
)

const Onboarding = lazyPage(() => import('../features/kyc/onboarding-page.tsx').then((module) => module.OnboardingPage))
const AddBusiness = lazyPage(() =>
  import('../features/merchants/add-business-page.tsx').then((module) => module.AddBusinessPage),
)
const GoLive = lazyPage(() => import('../features/merchants/go-live-page.tsx').then((module) => module.GoLivePage))
const Overview = lazyPage(() => import('../features/overview/overview-page.tsx').then((module) => module.OverviewPage))
const Transactions = lazyPage(() =>
  import('../features/payments/transactions-page.tsx').then((module) => module.TransactionsPage),
)
const Transaction = lazyPage(() =>
  import('../features/payments/transaction-page.tsx').then((module) => module.TransactionPage),
)
const Disputes = lazyPage(() => import('../features/disputes/disputes-page.tsx').then((module) => module.DisputesPage))
const Dispute = lazyPage(() => import('../features/disputes/dispute-page.tsx').then((module) => module.DisputePage))
const PaymentLinks = lazyPage(() =>
  import('../features/payment-links/payment-links-page.tsx').then((module) => module.PaymentLinksPage),
)
const PaymentLink = lazyPage(() =>
  import('../features/payment-links/payment-link-page.tsx').then((module) => module.PaymentLinkPage),
)
const Invoices = lazyPage(() => import('../features/invoices/invoices-page.tsx').then((module) => module.InvoicesPage))
const Invoice = lazyPage(() => import('../features/invoices/invoice-page.tsx').then((module) => module.InvoicePage))
const InvoiceEditor = lazyPage(() =>
  import('../features/invoices/invoice-editor-page.tsx').then((module) => module.InvoiceEditorPage),
)
const Mandates = lazyPage(() =>
  import('../features/direct-debit/mandates-page.tsx').then((module) => module.MandatesPage),
)
const Mandate = lazyPage(() => import('../features/direct-debit/mandate-page.tsx').then((module) => module.MandatePage))
const LinkEditor = lazyPage(() =>
  import('../features/payment-links/link-editor-page.tsx').then((module) => module.LinkEditorPage),
)
const Customers = lazyPage(() =>
  import('../features/customers/customers-page.tsx').then((module) => module.CustomersPage),
)
const Customer = lazyPage(() => import('../features/customers/customer-page.tsx').then((module) => module.CustomerPage))
const Plans = lazyPage(() => import('../features/plans/plans-page.tsx').then((module) => module.PlansPage))
const Plan = lazyPage(() => import('../features/plans/plan-page.tsx').then((module) => module.PlanPage))
const Subscriptions = lazyPage(() =>
  import('../features/subscriptions/subscriptions-page.tsx').then((module) => module.SubscriptionsPage),
)
const Subscription = lazyPage(() =>
  import('../features/subscriptions/subscription-page.tsx').then((module) => module.SubscriptionPage),
)
const Settlements = lazyPage(() =>
  import('../features/settlements/settlements-page.tsx').then((module) => module.SettlementsPage),
)
const Settlement = lazyPage(() =>
  import('../features/settlements/settlement-page.tsx').then((module) => module.SettlementPage),
)
const Transfer = lazyPage(() =>
  import('../features/settlements/transfer-page.tsx').then((module) => module.TransferPage),
)
const Settings = lazyPage(() => import('./settings-page.tsx').then((module) => module.SettingsPage))
const Splits = lazyPage(() => import('../features/splits/split-pages.tsx').then((module) => module.SplitPages))

/** Every path of the app, by access and surrounding frame. */
const formPages: Record<string, LazyPage> = {
  '/': SignIn,
  '/register': Register,
  '/verify-email/:token': VerifyEmail,
  '/request': ForgotPassword,
  '/reset-password/:id': ResetPassword,
}
const memberPages: Record<string, LazyPage> = {
  '/dashboard': Overview,
  '/onboarding': Onboarding,
  '/transactions': Transactions,
  '/transactions/disputes': Disputes,
  '/transactions/disputes/:disputeId': Dispute,
  '/transactions/:transactionId': Transaction,
  '/payment-link': PaymentLinks,
  '/payment-link/new': LinkEditor,
  '/payment-link/:id': PaymentLink,
  '/payment-link/:id/edit': LinkEditor,
  '/customers': Customers,
  '/customers/:customerId': Customer,
  '/payouts': Settlements,
  '/payouts/:id/:transactionDate': Settlement,
  '/transfer-detail': Transfer,
  '/invoice': Invoices,
  '/invoice_page/:invoiceId': Invoice,
  '/add-item-form': InvoiceEditor,
  '/directDebit': Mandates,
  '/directDebit/:slug': Mandate,
  '/subscriptions': Subscriptions,
  '/subscriptions/:id': Subscription,
  '/plans': Plans,
  '/plans/:planId': Plan,
  '/split-payment': Splits,
  '/split-payment-detail': Splits,
  '/settings/:menu': Settings,
  '/add-business': AddBusiness,
  '/go-live': GoLive,
}
export const publicPaths = Object.keys(formPages)
export const memberPaths = Object.keys(memberPages)

/** The chunks of a path, frame included. */
function listPageChunks(pathname: string): LazyPage[] {
  const fits = ([path]: [string, LazyPage]) => matchPath(path, pathname)
  const form = Object.entries(formPages).find(fits)
  if (form) return [PublicFrame, FormFrame, form[1]]
  const member = Object.entries(memberPages).find(fits)
  return member ? [Shell, member[1]] : []
}

export const warmRoute = (pathname: string) => Promise.all(listPageChunks(pathname).map((chunk) => chunk.warm()))

const renderRoutes = (pages: Record<string, LazyPage>) =>
  Object.entries(pages).map(([path, Page]) => <Route key={path} path={path} element={<Page />} />)

export function App() {
  useWarmLinks()
  return (
    <ProductProvider value={useConfig()?.brand.name ?? 'Adire'}>
      <ErrorBoundary>
        <Suspense fallback={<FullLoader />}>
          <Routes>
            <Route element={<GuestGuard />}>
              <Route element={<PublicFrame />}>
                <Route element={<FormFrame />}>{renderRoutes(formPages)}</Route>
              </Route>
            </Route>
            <Route element={<MemberGuard />}>
              <Route element={<Shell />}>{renderRoutes(memberPages)}</Route>
            </Route>
            <Route path="*" element={<NotFound />} />
          </Routes>
        </Suspense>
      </ErrorBoundary>
    </ProductProvider>
  )
}

/** Preloads the chunk of a link on hover or focus. Errors are ignored here; they are shown when the page is opened. */
function useWarmLinks() {
  useEffect(() => {
    const warm = ({ target }: Event) => {
      const link = target instanceof Element && target.closest('a')
      const path = link && link.origin === location.origin ? link.pathname : undefined
      // A user who types a password is about to open the dashboard.
      const next = target instanceof Element && target.matches('[autocomplete=current-password]') ? '/dashboard' : path
      if (next) warmRoute(next).catch(() => undefined)
    }
    addEventListener('pointerover', warm, { passive: true })
    addEventListener('focusin', warm)
    return () => {
      removeEventListener('pointerover', warm)
      removeEventListener('focusin', warm)
    }
  }, [])
}
