import { createMandate, getMandate } from '@adire/contract/direct-debit.ts'
import type { Mandate } from '@adire/contract/direct-debit-schemas.ts'
import type { EndpointInput } from '@adire/contract/endpoint.ts'
import {
  confirmMandate,
  getMandatePage,
  requestMandateOtp,
  simulateMandateTransfer,
} from '@adire/contract/mandate-page.ts'
import { addDays, lagosDay } from '../lagos.ts'
import type { TestApp } from './app.ts'
import { runNow } from './drain.ts'

export type ApiCaller = ReturnType<TestApp['as']>

/** Sandbox accounts by behaviour. All are at Guaranty Trust Bank. */
export const testAccounts = {
  ok: '0000000018',
  silent: '0000000025',
  paysAtThird: '0000000032',
  neverPays: '0000000049',
  rejected: '0000000056',
  suspended: '0000000063',
  closed: '0000000070',
  unavailableOnce: '0000000087',
} as const
export const gtBankId = 8

/** `days` after today in Lagos. Two days are enough for the notice before a debit, at any time of the day. */
export const dayFromNow = ({ runtime }: TestApp, days = 1) => addDays(lagosDay(runtime.clock()), days)

export const aMandate = (api: TestApp, more: Partial<EndpointInput<typeof createMandate>> = {}) => ({
  customerEmail: 'ada@example.com',
  customerName: 'Ada Obi',
  bankId: gtBankId,
  accountNumber: testAccounts.ok,
  kind: 'variable' as const,
  amountKobo: 500_000,
  startOn: dayFromNow(api),
  narration: 'Rent of the shop',
  ...more,
})

export const codeOf = ({ consentUrl }: Mandate) => consentUrl!.split('/').at(-1)!

/** The customer's part of the consent: requests a code and accepts. */
export async function agreeToMandate(api: TestApp, accessCode: string) {
  const { call } = api.asNobody()
  const { textVersion } = await call(getMandatePage, { accessCode })
  await call(requestMandateOtp, { accessCode })
  return call(confirmMandate, { accessCode, otp: '123456', textVersion, accepted: true })
}

/** A mandate with consent and the NGN 50 transfer, after the bank's activation delay. */
export async function activeMandate(
  api: TestApp,
  caller: ApiCaller,
  more: Partial<EndpointInput<typeof createMandate>> = {},
) {
  const mandate = await caller.call(createMandate, aMandate(api, more))
  const accessCode = codeOf(mandate)
  await api.drain()
  await agreeToMandate(api, accessCode)
  await api.drain()
  await api.asNobody().call(simulateMandateTransfer, { accessCode, outcome: 'exact' })
  for (let looks = 0; looks < 2; looks++) {
    api.forward(10_000)
    await runNow(api.runtime, 'follow-mandates')
  }
  return caller.call(getMandate, { id: mandate.id })
}
