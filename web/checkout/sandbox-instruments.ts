/** Sandbox cards as published in the documentation: their outcomes and the responses to the bank's challenges. None is a real
 * card. They are sent to a test page as data, so that the live page's script does not contain them. */
export interface SandboxCard {
  number: string
  cvv: string
  does: string
  pin?: string
  otp?: string
  phone?: string
  /** Whether the bank asks on a page of its own. */
  bankPage?: true
}

export const sandboxCards: readonly SandboxCard[] = [
  { number: '4084084084084081', cvv: '408', does: 'Paid at once' },
  { number: '507850785078507812', cvv: '081', does: 'Asks for the PIN', pin: '1111' },
  { number: '5060666666666666666', cvv: '123', does: 'Asks for PIN and code', pin: '1234', otp: '123456' },
  {
    number: '507850785078507804',
    cvv: '884',
    does: 'Asks for PIN, phone and code',
    pin: '0000',
    otp: '123456',
    phone: '08031234567',
  },
  { number: '5192602720584796', cvv: '123', does: "Asks on the bank's page", bankPage: true },
  { number: '4084080000005408', cvv: '001', does: 'Declined' },
  { number: '4084080000670037', cvv: '787', does: 'Not enough money' },
  { number: '507850785078507853', cvv: '082', does: 'PIN, then no code is sent', pin: '0000' },
  { number: '4000000000000069', cvv: '123', does: 'Expired' },
  { number: '4000000000000127', cvv: '123', does: 'Wrong CVV' },
  { number: '4100000000000019', cvv: '123', does: 'Suspected fraud' },
  { number: '4000008400001629', cvv: '123', does: "Bank's page, then declined", bankPage: true },
  { number: '4000000000000119', cvv: '123', does: 'No answer, failed after 2 minutes' },
  { number: '4084080000671803', cvv: '180', does: 'Paid; a refund fails' },
  { number: '4084080000671902', cvv: '190', does: 'Paid; a refund needs attention' },
  { number: '4000000000000259', cvv: '123', does: 'Paid; disputed after a minute' },
  { number: '4000000000000341', cvv: '123', does: 'First charge succeeds; renewals fail' },
  { number: '4000002760003184', cvv: '123', does: "Asks on the bank's page, each time", bankPage: true },
]

/** Sandbox bank accounts; any birthday is accepted. */
export interface SandboxAccount {
  bankCode: string
  bankName: string
  accountNumber: string
  does: string
  birthday: string
  otp: string
}

const responses = { birthday: '25 / 08 / 1990', otp: '123456' }
export const sandboxAccounts: readonly SandboxAccount[] = [
  {
    bankCode: '057',
    bankName: 'Zenith Bank',
    accountNumber: '0000000011',
    does: 'Asks for date of birth and code',
    ...responses,
  },
  { bankCode: '057', bankName: 'Zenith Bank', accountNumber: '0000000028', does: 'Not enough money', ...responses },
]
