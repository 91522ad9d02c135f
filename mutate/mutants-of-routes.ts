import { breakItem, type SpecificationMutant } from './mutant.ts'

const screens = 'web/app/screens.tsx'
const guards = 'web/app/shell/guards.tsx'
const links = 'web/site/links.ts'

/** Each screen gets another address. */
const addressMutants: readonly SpecificationMutant[] = (
  [
    ['S2.1-01', '/request'],
    ['S2.4-01', '/onboarding'],
    ['S2.4-02', '/payment-link/:id'],
    ['S2.4-03', '/subscriptions/:id'],
    ['S2.4-04', '/directDebit/:slug'],
    ['S2.4-05', '/transactions/:transactionId'],
    ['S2.4-06', '/customers/:customerId'],
    ['S2.4-07', '/transfer-detail'],
    ['S2.4-08', '/split-payment-detail'],
    ['S2.4-09', '/plans/:planId'],
    ['S2.4-11', '/add-item-form'],
    ['S2.4-12', '/invoice_page/:invoiceId'],
    ['S2.4-13', '/payouts/:id/:transactionDate'],
  ] as const
).map(([item, path]) => breakItem(item, `${path} is below /x`, screens, `path: '${path}',`, `path: '/x${path}',`))

/** Who may open which page. */
const guardMutants: readonly SpecificationMutant[] = [
  breakItem(
    'S2.1-02',
    'the dashboard opens without a session',
    guards,
    "if (status === 'in') return <Outlet />",
    'if (status) return <Outlet />',
  ),
  breakItem(
    'S2.1-05',
    'an ended session stays stored',
    guards,
    "if (status === 'out') clearSession()",
    "if (status === 'loading') clearSession()",
  ),
  breakItem(
    'S2.1-06',
    'signed-in users see the forms for visitors',
    guards,
    "if (status !== 'in') return <Outlet />",
    'if (status) return <Outlet />',
  ),
  breakItem(
    'S2.1-06',
    'signed-in users see the public site',
    'web/site/visitors.ts',
    "if (getSession().status === 'in')",
    "if (getSession().status === 'loading')",
  ),
  breakItem(
    'S1-03',
    'a business without details is not sent to onboarding',
    'web/app/shell/shell.tsx',
    "{mustOnboard && pathname !== '/onboarding' ? (",
    "{pathname === '/nowhere' ? (",
  ),
  breakItem(
    'S2.4-14',
    'without a live business the switch opens the onboarding',
    'web/client/use-mode.ts',
    "modeRootPath(pathname) : '/go-live'",
    "modeRootPath(pathname) : '/onboarding'",
  ),
  {
    item: 'S2.7-06',
    name: 'after logging out, the registration opens',
    edits: [
      { file: 'web/app/shell/use-log-out.ts', find: "navigate('/')", replace: "navigate('/register')" },
      {
        file: guards,
        find: '<Navigate to="/" replace state={kept} />',
        replace: '<Navigate to="/register" replace />',
      },
    ],
  },
  breakItem(
    'S2.1-03',
    'the payment page has the header of the site',
    'web/checkout/checkout.tsx',
    '<main className="flex flex-1 flex-col bg-surface px-5 lg:px-16">',
    '<main className="flex flex-1 flex-col bg-surface px-5 lg:px-16"><nav>Pricing</nav>',
  ),
]

/** The public site. */
const publicMutants: readonly SpecificationMutant[] = [
  breakItem(
    'S1-04',
    'the tour does not mention copy and paste',
    'web/site/tour.tsx',
    'by copy and paste',
    'in a few minutes',
  ),
  breakItem(
    'S1-05',
    'the footer has no address',
    'web/site/footer.tsx',
    '{brand.address}</ContactLine>',
    '{brand.name}</ContactLine>',
  ),
  breakItem(
    'S2.2-01',
    'help and FAQ answer in one letter case only',
    'api/features/site/site.ts',
    'for (const spelling of [path, ...also])',
    'for (const spelling of [path])',
  ),
  breakItem(
    'S2.2-02',
    'careers has a page of its own',
    links,
    "label: 'Careers', href: '/'",
    "label: 'Careers', href: '/about'",
  ),
  breakItem(
    'S2.2-03',
    'the configured documentation is not linked',
    'api/config.ts',
    "docsUrl: link('BRAND_DOCS_URL'),",
    'docsUrl: undefined,',
  ),
  breakItem(
    'S2.2-04',
    'the menu Why has no Read More',
    'web/site/header.tsx',
    '\n                Read More\n',
    '\n                More\n',
  ),
  breakItem(
    'S2.2-08',
    'scrolling does not set the attribute',
    'web/site/follow.ts',
    "addEventListener('scroll', updateScroll, { passive: true })",
    '',
  ),
  breakItem(
    'S2.2-09',
    'the registration ignores the email of the footer',
    'web/features/onboarding/register-page.tsx',
    'if (given) take(given)',
    "if (given) take('')",
  ),
]

/** Where the product leads, and who may go there. */
export const routeMutants: readonly SpecificationMutant[] = [...addressMutants, ...guardMutants, ...publicMutants]
