import { breakItem, type SpecificationMutant } from './mutant.ts'

const shell = 'web/app/shell/shell.tsx'
const business = 'web/app/shell/use-business.ts'
const session = 'web/client/session.ts'

/** What the frame shows, and when. */
const shellMutants: readonly SpecificationMutant[] = [
  breakItem(
    'S2.3-02',
    'the sidebar does not collapse',
    'web/app/shell/dashboard-layout.tsx',
    'setCollapsed(!collapsed)',
    'setCollapsed(collapsed)',
  ),
  breakItem(
    'S2.3-03',
    'the sidebar has no merchant code',
    'web/app/shell/business-switcher.tsx',
    '{current?.merchantCode}</span>',
    '</span>',
  ),
  breakItem('S2.3-04', 'the last business is selected', business, 'merchants[0]?.id', 'merchants.at(-1)?.id'),
  breakItem(
    'S2.3-06',
    'the button to log out has another name',
    'web/app/shell/sidebar.tsx',
    "{collapsed ? 'sr-only' : ''}>Log out<",
    "{collapsed ? 'sr-only' : ''}>Leave<",
  ),
  breakItem('S2.3-07', 'the navigation stays in onboarding', shell, 'hideNav={mustOnboard}', 'hideNav={false}'),
  breakItem(
    'S2.3-09',
    'no loader while the business is loaded',
    shell,
    ') : (\n        <FullLoader />',
    ') : (\n        <></>',
  ),
  breakItem(
    'S2.3-12',
    'a toast has no button to close it',
    'web/ui/toaster.tsx',
    'aria-label="Close"',
    'aria-label="Toast"',
  ),
  breakItem(
    'S2.3-13',
    'today on the overview is yesterday',
    'web/features/overview/overview-reads.ts',
    'useCall(getOverview, { from: today, to: today }, choices)',
    "useCall(getOverview, { from: '2020-01-01', to: '2020-01-01' }, choices)",
  ),
  breakItem('S2.8-04', 'a page has no tabs', 'web/ui/page-header.tsx', '{tabs && <Tabs', '{false && <Tabs'),
  breakItem(
    'S4-11',
    'the menu of phones does not close',
    'web/ui/nav-drawer.tsx',
    'text-white!"\n          onClick={close}',
    'text-white!"',
  ),
]

const accountModal = 'web/features/bank-accounts/account-modal.tsx'

/** Modals, and what follows them. */
const modalMutants: readonly SpecificationMutant[] = [
  breakItem('S2.6-02', 'the bank modal has another title', accountModal, "'Add New Bank'}", "'New account'}"),
  breakItem(
    'S2.6-11',
    'adding a bank opens nothing',
    'web/features/bank-accounts/bank-accounts-panel.tsx',
    "const add = () => setOpened({ what: 'add' })",
    'const add = () => setOpened(undefined)',
  ),
  breakItem(
    'S2.6-07',
    'the modal of a link does not open',
    'web/features/payment-links/payment-links-page.tsx',
    "const isNew = params.has('new')",
    'const isNew = false',
  ),
  breakItem(
    'S2.6-08',
    'a new plan ignores its name',
    'web/features/plans/create-plan-modal.tsx',
    'create.mutateAsync(plan)',
    "create.mutateAsync({ ...plan, name: 'Plan' })",
  ),
  breakItem(
    'S2.6-09',
    'the modal of a plan opens empty',
    'web/features/plans/edit-plan-modal.tsx',
    'title="Edit plan"',
    'title="New plan"',
  ),
  breakItem(
    'S2.6-14',
    'the simple invoice has another title',
    'web/features/invoices/simple-invoice-modal.tsx',
    'title="Simple invoice"',
    'title="Invoice"',
  ),
  breakItem(
    'S2.6-15',
    'the request for an invoice has another title',
    'web/features/invoices/send-invoice-modal.tsx',
    'title="Send invoice request"',
    'title="Send"',
  ),
  breakItem(
    'S2.6-16',
    'the modal to delete an invoice does not open',
    'web/features/invoices/invoice-actions.tsx',
    "open={open === 'delete'}",
    'open={false}',
  ),
  breakItem(
    'S2.7-04',
    'after a plan is created, the list opens',
    'web/features/plans/create-plan-modal.tsx',
    'navigate(`/plans/${id}`,',
    "navigate(id && '/plans',",
  ),
  breakItem(
    'S2.7-05',
    'after a plan is deleted, the subscriptions open',
    'web/features/plans/delete-plan-modal.tsx',
    "navigate('/plans', { replace: true })",
    "navigate('/subscriptions', { replace: true })",
  ),
]

/** Session, forms and states. */
const stateMutants: readonly SpecificationMutant[] = [
  breakItem(
    'S3-02',
    'the selected business is forgotten',
    session,
    'if (stored.merchantId === merchantId || getView()) return\n',
    'if (stored.merchantId) return\n',
  ),
  breakItem('S3-06', 'the token is under a general key', session, "'adire.token'", "'token'"),
  breakItem(
    'S3-06',
    'the mode is not stored',
    session,
    'if (mode) localStorage.setItem(modeEntry, mode)',
    'if (mode) return',
  ),
  breakItem('S4-01', 'a token counts as current for ever', session, '* 1000 > Date.now()', '* 1000 > 0'),
  breakItem('S4-02', 'logging out keeps the mode', session, 'storeMode(undefined)', 'storeMode(storedMode())'),
  breakItem(
    'S4-02',
    'a failed sign-in keeps the stored user',
    'web/client/tokens.ts',
    'await clearSession()\n    throw error',
    'throw error',
  ),
  breakItem(
    'S4-05',
    'a form is not busy while it is sent',
    'web/ui/schema-form.ts',
    'busy: isSubmitting,',
    'busy: false,',
  ),
  breakItem(
    'S4-06',
    'a form with errors can be sent',
    'web/ui/schema-form.ts',
    'blocked: Object.keys(errors).length > 0,',
    'blocked: false,',
  ),
  breakItem(
    'S4-10',
    'a BVN of another person is approved',
    'api/features/kyc/sandbox.ts',
    "if (found === 'mismatch')\n    return requestResubmission(",
    "if (found === 'mismatch')\n    return approved ?? requestResubmission(",
  ),
  breakItem('S6-01', 'calls have no bearer token', 'contract/call.ts', '`Bearer ${token}`', '`Token ${token}`'),
  breakItem(
    'S6-02',
    'the token call has no basic auth',
    'web/client/tokens.ts',
    'authorization: `Basic ${',
    "'x-client': `Basic ${",
  ),
  breakItem(
    'S8-03',
    'a failed list of businesses keeps the session',
    business,
    'toast.error(error.message)\n    clearSession()',
    'toast.error(error.message)',
  ),
  breakItem(
    'S8-03',
    'a failed list of businesses shows no toast',
    business,
    'toast.error(error.message)\n    clearSession()',
    'clearSession()',
  ),
]

/** What the API answers. */
const answerMutants: readonly SpecificationMutant[] = [
  breakItem(
    'S1-01',
    'a test key opens live mode',
    'api/http/identify.ts',
    'if (key.mode !== mode) throw',
    "if (key.mode === 'LIVE' && mode === 'TEST') throw",
  ),
  breakItem(
    'S1-02',
    'a request to go live is not stored',
    'api/features/onboarding/go-live.ts',
    "status: 'pending_review', requestedAt: now",
    "status: 'not_requested', requestedAt: now",
  ),
  breakItem(
    'S2.5-06',
    'a rolled key ends at once',
    'api/features/api-keys/api-keys.ts',
    'now.getTime() + limits.keyOverlapMs',
    'now.getTime()',
  ),
  breakItem(
    'S3-03',
    'the profile has no phone',
    'api/features/users/users.ts',
    '    lastName,\n    phone,\n    twoFactor',
    '    lastName,\n    phone: null,\n    twoFactor',
  ),
  breakItem(
    'S3-04',
    'a bank account has no alias',
    'api/features/bank-accounts/serialize.ts',
    '  ...account,\n  pendingChange',
    "  ...account,\n  alias: '',\n  pendingChange",
  ),
  breakItem(
    'S3-05',
    'banks have the codes of the interbank network',
    'api/features/lookups/lookups.ts',
    '.map(({ id, name, code, nubanScheme }) => ({ id, name, code, nubanScheme }))',
    '.map(({ id, name, nipCode, nubanScheme }) => ({ id, name, code: nipCode, nubanScheme }))',
  ),
  breakItem(
    'S3-08',
    'the mode of a user is always test',
    'api/features/merchants/merchants.ts',
    'return { modeType: type }',
    "return { modeType: 'TEST' as const }",
  ),
  breakItem(
    'S3-09',
    'a published link stays unpublished in the list',
    'api/features/payment-links/list.ts',
    'if (status) conditions.push(`status = ${put(status)}`)',
    '',
  ),
  breakItem(
    'S3-10',
    'the export of mandates ignores the filter',
    'api/features/direct-debit/download.ts',
    'if (status) conditions.push(`status = any(${put(expandStatusFilter(status))})`)',
    '',
  ),
  breakItem(
    'S7.1-02',
    'the client gets no token',
    'api/features/auth/oauth.ts',
    'getUserFromClient: async () => ({ client: true }),',
    'getUserFromClient: async () => false,',
  ),
  breakItem(
    'S7.1-09',
    'logging out ends another session',
    'api/features/users/devices.ts',
    'which: [eq(sessions.id, user.sessionId)],',
    'which: [ne(sessions.id, user.sessionId)],',
  ),
  breakItem(
    'S7.2-04',
    'a valid BVN is not approved',
    'api/features/kyc/sandbox.ts',
    "if (found === 'match') return approved",
    "if (found === 'match') return undefined",
  ),
  breakItem(
    'S7.2-05',
    'the mode is changed without a live business',
    'api/features/merchants/merchants.ts',
    "if (type === 'LIVE' && (await listBusinesses(context, 'LIVE')).length === 0)",
    "if (type !== 'LIVE' && type !== 'TEST')",
  ),
  breakItem(
    'S7.5-09',
    'an unpublished link can be paid',
    'api/features/checkout/link.ts',
    "if (status === 'inactive') return 'unpublished'",
    '',
  ),
]

/** States of screens and sessions, and what the API answers. */
export const screenStateMutants: readonly SpecificationMutant[] = [
  ...shellMutants,
  ...modalMutants,
  ...stateMutants,
  ...answerMutants,
]
