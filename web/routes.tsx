import { Suspense, useEffect } from 'react'
import { matchPath, Route, Routes } from 'react-router'
import { useConfig } from './config.ts'
import { Guest, Member } from './features/shell/guards.tsx'
import { type Page, page } from './ui/chunk.ts'
import { ErrorBoundary } from './ui/error-screen.tsx'
import { FullLoader } from './ui/full-loader.tsx'
import { NotFound } from './ui/not-found.tsx'
import { Product } from './ui/product.tsx'

const PublicFrame = page(() => import('./features/shell/public-frame.tsx').then((module) => module.PublicFrame))
const FormFrame = page(() => import('./features/shell/public-frame.tsx').then((module) => module.FormFrame))
const Shell = page(() => import('./features/shell/shell.tsx').then((module) => module.Shell))

const SignIn = page(() => import('./features/auth/sign-in-page.tsx').then((module) => module.SignInPage))
const Register = page(() => import('./features/merchants/register-page.tsx').then((module) => module.RegisterPage))
const VerifyEmail = page(() =>
  import('./features/users/verify-email-page.tsx').then((module) => module.VerifyEmailPage),
)
const ForgotPassword = page(() =>
  import('./features/users/forgot-password-page.tsx').then((module) => module.ForgotPasswordPage),
)
const ResetPassword = page(() =>
  import('./features/users/reset-password-page.tsx').then((module) => module.ResetPasswordPage),
)

const Onboarding = page(() => import('./features/kyc/onboarding-page.tsx').then((module) => module.OnboardingPage))
const AddBusiness = page(() =>
  import('./features/merchants/add-business-page.tsx').then((module) => module.AddBusinessPage),
)
const GoLive = page(() => import('./features/shell/go-live-page.tsx').then((module) => module.GoLivePage))
const Overview = page(() => import('./features/overview/overview-page.tsx').then((module) => module.OverviewPage))
const Transactions = page(() =>
  import('./features/payments/transactions-page.tsx').then((module) => module.TransactionsPage),
)
const Transaction = page(() =>
  import('./features/payments/transaction-page.tsx').then((module) => module.TransactionPage),
)
const Disputes = page(() => import('./features/disputes/disputes-page.tsx').then((module) => module.DisputesPage))
const Dispute = page(() => import('./features/disputes/dispute-page.tsx').then((module) => module.DisputePage))
const PaymentLinks = page(() =>
  import('./features/payment-links/payment-links-page.tsx').then((module) => module.PaymentLinksPage),
)
const PaymentLink = page(() =>
  import('./features/payment-links/payment-link-page.tsx').then((module) => module.PaymentLinkPage),
)
const Invoices = page(() => import('./features/invoices/invoices-page.tsx').then((module) => module.InvoicesPage))
const Invoice = page(() => import('./features/invoices/invoice-page.tsx').then((module) => module.InvoicePage))
const InvoiceEditor = page(() =>
  import('./features/invoices/invoice-editor-page.tsx').then((module) => module.InvoiceEditorPage),
)
const Mandates = page(() => import('./features/direct-debit/mandates-page.tsx').then((module) => module.MandatesPage))
const Mandate = page(() => import('./features/direct-debit/mandate-page.tsx').then((module) => module.MandatePage))
const LinkEditor = page(() =>
  import('./features/payment-links/link-editor-page.tsx').then((module) => module.LinkEditorPage),
)
const Customers = page(() => import('./features/customers/customers-page.tsx').then((module) => module.CustomersPage))
const Customer = page(() => import('./features/customers/customer-page.tsx').then((module) => module.CustomerPage))
const Plans = page(() => import('./features/plans/plans-page.tsx').then((module) => module.PlansPage))
const Plan = page(() => import('./features/plans/plan-page.tsx').then((module) => module.PlanPage))
const Subscriptions = page(() =>
  import('./features/subscriptions/subscriptions-page.tsx').then((module) => module.SubscriptionsPage),
)
const Subscription = page(() =>
  import('./features/subscriptions/subscription-page.tsx').then((module) => module.SubscriptionPage),
)
const Settlements = page(() =>
  import('./features/settlements/settlements-page.tsx').then((module) => module.SettlementsPage),
)
const Settlement = page(() =>
  import('./features/settlements/settlement-page.tsx').then((module) => module.SettlementPage),
)
const Transfer = page(() => import('./features/settlements/transfer-page.tsx').then((module) => module.TransferPage))
const Settings = page(() => import('./features/shell/settings-page.tsx').then((module) => module.SettingsPage))
const Splits = page(() => import('./features/splits/split-pages.tsx').then((module) => module.SplitPages))

/** Every address of the app, by who may see it and what stands around it. */
const formPages: Record<string, Page> = {
  '/': SignIn,
  '/register': Register,
  '/verify-email/:token': VerifyEmail,
  '/request': ForgotPassword,
  '/reset-password/:id': ResetPassword,
}
const memberPages: Record<string, Page> = {
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

/** The chunks of an address, frame included. */
function chunksOf(pathname: string): Page[] {
  const fits = ([path]: [string, Page]) => matchPath(path, pathname)
  const form = Object.entries(formPages).find(fits)
  if (form) return [PublicFrame, FormFrame, form[1]]
  const member = Object.entries(memberPages).find(fits)
  return member ? [Shell, member[1]] : []
}

export const warmRoute = (pathname: string) => Promise.all(chunksOf(pathname).map((chunk) => chunk.warm()))

const routesOf = (pages: Record<string, Page>) =>
  Object.entries(pages).map(([path, Page]) => <Route key={path} path={path} element={<Page />} />)

export function App() {
  useWarmLinks()
  return (
    <Product value={useConfig()?.brand.name ?? 'Adire'}>
      <ErrorBoundary>
        <Suspense fallback={<FullLoader />}>
          <Routes>
            <Route element={<Guest />}>
              <Route element={<PublicFrame />}>
                <Route element={<FormFrame />}>{routesOf(formPages)}</Route>
              </Route>
            </Route>
            <Route element={<Member />}>
              <Route element={<Shell />}>{routesOf(memberPages)}</Route>
            </Route>
            <Route path="*" element={<NotFound />} />
          </Routes>
        </Suspense>
      </ErrorBoundary>
    </Product>
  )
}

/** The chunk of a link is fetched when the pointer or the focus comes to it. A failure is said when the page is opened. */
function useWarmLinks() {
  useEffect(() => {
    const warm = ({ target }: Event) => {
      const link = target instanceof Element && target.closest('a')
      const path = link && link.origin === location.origin ? link.pathname : undefined
      // Who types a password is about to come in.
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
