import { breakItem, type SpecificationMutant } from './mutant.ts'

const fields = 'contract/fields.ts'
const users = 'contract/users-schemas.ts'
const merchants = 'contract/merchants-schemas.ts'
const accounts = 'contract/bank-accounts-schemas.ts'

/** Rules of section 5 and their messages. */
export const ruleMutants: readonly SpecificationMutant[] = [
  breakItem(
    'S5-01',
    'an empty email is a wrong email',
    fields,
    'z.toLowerCase(),\n    z.minLength(1, messages.required),',
    'z.toLowerCase(),\n    z.minLength(1, messages.email),',
  ),
  breakItem(
    'S5-02',
    'a wrong email has the message of businesses',
    fields,
    'z.regex(emailPattern, messages.email)',
    'z.regex(emailPattern, messages.businessEmail)',
  ),
  breakItem('S5-03', 'a password needs no digit', fields, '(?=.*\\p{L})(?=.*\\d)', '(?=.*\\p{L})'),
  breakItem('S5-03', 'a password needs no letter', fields, '(?=.*\\p{L})(?=.*\\d)', '(?=.*\\d)'),
  breakItem(
    'S5-03',
    'a password without digits has another message',
    fields,
    '$/su, messages.alphanumeric',
    "$/su, 'Use letters and digits'",
  ),
  breakItem('S5-04', 'a password has 7 characters', fields, 'z.minLength(limits.passwordMinimum, ', 'z.minLength(7, '),
  breakItem(
    'S5-04',
    'a short password has another number in its message',
    fields,
    'messages.atLeast(limits.passwordMinimum)',
    'messages.atLeast(9)',
  ),
  breakItem(
    'S5-05',
    'another confirmation is a wrong password',
    'contract/auth-schemas.ts',
    "path: ['confirmPassword'], message: messages.passwordsDiffer",
    "path: ['confirmPassword'], message: messages.required",
  ),
  breakItem(
    'S5-06',
    'a small amount has its kobo in the message',
    fields,
    'messages.amountAtLeast(limits.chargeMinimumKobo / 100)',
    'messages.amountAtLeast(limits.chargeMinimumKobo)',
  ),
  breakItem(
    'S5-06',
    'a chosen amount below the minimum has another message',
    'api/features/checkout/start.ts',
    'messages.amountAtLeast(formatNairaNumber(minimumKobo))',
    "'Too little'",
  ),
  breakItem(
    'S5-07',
    'the current password may have 2 characters',
    users,
    'z.minLength(limits.currentPasswordMinimum, ',
    'z.minLength(2, ',
  ),
  breakItem(
    'S5-07',
    'the current password has 4 characters',
    users,
    'z.minLength(limits.currentPasswordMinimum, ',
    'z.minLength(4, ',
  ),
  breakItem('S5-08', 'a name may have 2 characters', fields, 'z.minLength(limits.nameMinimum, ', 'z.minLength(2, '),
  breakItem('S5-08', 'a name has 4 characters', fields, 'z.minLength(limits.nameMinimum, ', 'z.minLength(4, '),
  breakItem(
    'S5-08',
    'a short phone number has another message',
    fields,
    'messages.atLeast(limits.phoneMinimum)',
    "'Too short'",
  ),
  breakItem(
    'S5-09',
    'a wrong business email has the general message',
    merchants,
    '+$/, messages.businessEmail)',
    '+$/, messages.email)',
  ),
  breakItem(
    'S5-09',
    'letters in a business phone have another message',
    merchants,
    'z.regex(/^\\d+$/, messages.digitsOnly)',
    "z.regex(/^\\d+$/, 'Digits, please')",
  ),
  breakItem(
    'S5-10',
    'no bank has another message',
    accounts,
    '.int(messages.bankRequired)\n',
    '.int(messages.required)\n',
  ),
  breakItem(
    'S5-10',
    'an empty alias has another message',
    accounts,
    'z.minLength(1, messages.aliasRequired)',
    'z.minLength(1, messages.required)',
  ),
  breakItem(
    'S5-10',
    'an empty account number has another message',
    accounts,
    'z.minLength(1, messages.accountNumberRequired)',
    'z.minLength(1, messages.required)',
  ),
  breakItem(
    'S5-10',
    'letters in an account number have another message',
    accounts,
    'z.regex(/^\\d+$/, messages.digitsOnly)',
    'z.regex(/^\\d+$/, messages.required)',
  ),
  breakItem('S5-10', 'an account number has 9 digits', accounts, 'z.regex(/^\\d{10}$/', 'z.regex(/^\\d{9,10}$/'),
  breakItem(
    'S5-11',
    'the check digit is not checked',
    'contract/nuban.ts',
    'return nubanCheckDigit(bankCode, accountNumber.slice(0, 9)) === Number(accountNumber[9])',
    'return true',
  ),
  breakItem(
    'S5-11',
    'a wrong check digit has another message',
    'api/features/bank-accounts/check.ts',
    'messages.accountUnknown',
    "'Wrong number'",
  ),
]

/** Files, formats and paths of the calls. */
export const callMutants: readonly SpecificationMutant[] = [
  breakItem(
    'S9-01',
    'amounts have one decimal',
    'contract/money.ts',
    'minimumFractionDigits: 2, maximumFractionDigits: 2',
    'minimumFractionDigits: 1, maximumFractionDigits: 2',
  ),
  breakItem(
    'S9-01',
    'amounts have no separators',
    'contract/money.ts',
    "'en-US', { minimumFractionDigits: 2,",
    "'en-US', { useGrouping: false, minimumFractionDigits: 2,",
  ),
  breakItem(
    'S7.3-01',
    'payments are saved as payments.csv',
    'contract/payments.ts',
    'limits.downloads.transactions',
    "'payments.csv'",
  ),
  breakItem(
    'S7.4-01',
    'settlements are saved as payouts.csv',
    'contract/settlements.ts',
    'limits.downloads.settlements',
    "'payouts.csv'",
  ),
  breakItem(
    'S7.5-04',
    'invoices are saved as invoices.csv',
    'contract/invoices.ts',
    'limits.downloads.invoices',
    "'invoices.csv'",
  ),
  breakItem(
    'S7.5-05',
    'customers are saved as customers.csv',
    'contract/customers.ts',
    'limits.downloads.customers',
    "'customers.csv'",
  ),
  breakItem('S7.5-06', 'banks lose their slash', 'contract/lookups.ts', "('banks/')", "('banks')"),
  breakItem(
    'S7.5-06',
    'only 100 banks are answered',
    'contract/lookups-schemas.ts',
    'limit: z._default(integerUpTo(limits.banksLimit), limits.banksLimit)',
    'limit: z._default(integerUpTo(100), 100)',
  ),
  breakItem('S9-02', 'a list has 20 rows unless a limit is given', fields, '      limits.listLimit,\n', '      20,\n'),
  breakItem(
    'S7.1-10',
    'the profile is changed with POST',
    'contract/users.ts',
    'put<typeof schemas.updateUser>(',
    'post<typeof schemas.updateUser>(',
  ),
]
