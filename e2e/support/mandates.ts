import { createMandate } from '@adire/contract/direct-debit.ts'
import type { Mandate } from '@adire/contract/direct-debit-schemas.ts'
import type { Page } from '@playwright/test'
import type { Business } from './business.ts'
import { randomEmail } from './checkout.ts'
import { businessDay } from './clock.ts'

const gtBankId = 8

/** Where the page of a mandate says what can be done with it. */
export const statusRegion = (page: Page) => page.getByRole('region', { name: 'Where it stands' })

/** Requests a mandate without fixed days or amounts. */
export const flexibleMandate = async (
  business: Business,
  email = randomEmail('ada'),
  accountNumber = '0000000018',
): Promise<Mandate> =>
  business.call(createMandate, {
    customerEmail: email,
    customerName: 'Ada Obi',
    bankId: gtBankId,
    accountNumber,
    kind: 'variable',
    amountKobo: 5_000_000,
    startOn: await businessDay(business, 1),
    narration: 'Fabric on account',
  })
