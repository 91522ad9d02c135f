import { breakItem, type SpecificationMutant } from './mutant.ts'

export const toastMutants: readonly SpecificationMutant[] = [
  breakItem(
    'S2.8-01',
    'a toast stays 3 s everywhere',
    'web/ui/toast.ts',
    "location.pathname.startsWith('/settings/') ? limits.settingsToastMs : limits.toastMs",
    'limits.settingsToastMs',
  ),
  breakItem(
    'S2.8-01',
    'a toast stays 5 s in settings, too',
    'web/ui/toast.ts',
    "location.pathname.startsWith('/settings/') ? limits.settingsToastMs : limits.toastMs",
    'limits.toastMs',
  ),
  breakItem(
    'S2.8-01',
    'a toast is at the top left',
    'web/ui/toast.css',
    'inset: 0 0 auto auto;',
    'inset: 0 auto auto 0;',
  ),
  breakItem(
    'S2.8-01',
    'a toast does not pause on hover',
    'web/ui/toaster.tsx',
    '        pauseOnHover\n',
    '        pauseOnHover={false}\n',
  ),
  breakItem(
    'S2.8-01',
    'a toast does not pause without focus',
    'web/ui/toaster.tsx',
    '        pauseOnFocusLoss\n',
    '        pauseOnFocusLoss={false}\n',
  ),
  breakItem(
    'S2.8-01',
    'a toast stays after a click',
    'web/ui/toaster.tsx',
    '        closeOnClick\n',
    '        closeOnClick={false}\n',
  ),
  breakItem(
    'S2.8-01',
    'half the way dismisses a toast',
    'web/ui/toaster.tsx',
    'draggablePercent={limits.toastDragPercent}',
    'draggablePercent={50}',
  ),
  breakItem(
    'S4-12',
    'the toast of a new bank account stays 5 s',
    'web/features/bank-accounts/account-modal.tsx',
    'toastMs: limits.bankSuccessToastMs',
    'toastMs: limits.toastMs',
  ),
  breakItem(
    'S4-12',
    'the toast of a deleted bank account stays 5 s',
    'web/features/bank-accounts/delete-account-modal.tsx',
    'toastMs: limits.bankSuccessToastMs',
    'toastMs: limits.toastMs',
  ),
  breakItem(
    'S4-12',
    'the invoice modal switches at once',
    'web/features/invoices/simple-invoice-modal.tsx',
    'limits.invoiceModalSwitchMs)',
    '0)',
  ),
]

const success: readonly [item: string, key: string, file: string][] = [
  ['S2.5-03', 'profileUpdated', 'web/features/users/profile-fields.tsx'],
  ['S2.5-04', 'passwordUpdated', 'web/features/users/change-password-modal.tsx'],
  ['S2.5-08', 'bankAdded', 'web/features/bank-accounts/account-modal.tsx'],
  ['S2.6-12', 'bankUpdated', 'web/features/bank-accounts/account-modal.tsx'],
  ['S2.6-13', 'bankDeleted', 'web/features/bank-accounts/delete-account-modal.tsx'],
  ['S2.5-02', 'detailsUpdated', 'web/features/merchants/business-profile-panel.tsx'],
  ['S2.7-01', 'detailsUpdated', 'web/features/kyc/details-form.tsx'],
  ['S3-07', 'bankDetailsSubmitted', 'web/features/kyc/account-form.tsx'],
  ['S3-07', 'kycDocumentUpdated', 'web/features/kyc/document-form.tsx'],
  ['S2.4-10', 'businessAdded', 'web/features/onboarding/add-business-page.tsx'],
  ['S2.6-03', 'customerAdded', 'web/features/customers/customer-form-modal.tsx'],
  ['S2.6-04', 'customerUpdated', 'web/features/customers/customer-form-modal.tsx'],
  ['S7.5-05', 'csvDownloadedSuccessfully', 'web/features/customers/customers-page.tsx'],
  ['S7.5-04', 'csvDownloadedSuccessfully', 'web/features/invoices/invoices-page.tsx'],
  ['S8-05', 'csvDownloaded', 'web/domain/export-dialog.tsx'],
  ['S2.6-05', 'paymentLinkDeleted', 'web/features/payment-links/delete-link-modal.tsx'],
  ['S2.6-06', 'paymentLinkUpdated', 'web/features/payment-links/edit-charge-modal.tsx'],
  ['S2.6-10', 'planDeleted', 'web/features/plans/delete-plan-modal.tsx'],
  ['S4-09', 'subscriptionCancelled', 'web/features/subscriptions/cancel-modal.tsx'],
  ['S7.1-04', 'verificationResent', 'web/features/auth/sign-in-page.tsx'],
  ['S7.1-04', 'verificationResent', 'web/features/users/verify-email-page.tsx'],
  ['S7.1-05', 'resetRequested', 'web/features/users/forgot-password-page.tsx'],
  ['S7.1-06', 'passwordReset', 'web/features/users/reset-password-page.tsx'],
]

/** Each success message, in the places that show it. */
export const successMutants: readonly SpecificationMutant[] = success.map(([item, key, file]) =>
  breakItem(item, `another message than ${key} in ${file}`, file, `messages.${key}`, "'Done'"),
)
