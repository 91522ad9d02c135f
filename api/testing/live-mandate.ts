import { createMandate, debitNow, getMandate, listDebits } from '@adire/contract/direct-debit.ts'
import { hourMs } from '@adire/contract/durations.ts'
import { confirmMandate, getMandatePage, requestMandateOtp } from '@adire/contract/mandate-page.ts'
import { getPayment } from '@adire/contract/payments.ts'
import type { TestApp } from './app.ts'
import { runNow } from './drain.ts'
import { mailsTo } from './mails.ts'
import { type ApiCaller, aMandate, codeOf } from './mandates.ts'

/** A mandate that a live business has requested, and what its customer and the clock do. */
export async function requestLiveMandate({ app, call }: { app: TestApp; call: ApiCaller['call'] }) {
  const payer = app.asNobody('LIVE')
  const { id, consentUrl, customerEmail } = await call(createMandate, aMandate(app))
  const accessCode = codeOf({ consentUrl } as Parameters<typeof codeOf>[0])
  await app.drain()
  const page = () => payer.call(getMandatePage, { accessCode })
  const { textVersion } = await page()
  const agree = async (details: { phone?: string; address?: string } = {}) => {
    await payer.call(requestMandateOtp, { accessCode })
    const otp = (await mailsTo(app, customerEmail)).map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]).findLast(Boolean)!
    return payer.call(confirmMandate, { accessCode, otp, textVersion, accepted: true, ...details })
  }
  const seen = () => call(getMandate, { id })
  const comeBack = () => fetch(`${app.url}/mandate/${accessCode}/return?reference=x`, { redirect: 'manual' })
  /** The customer authorises it on the page of the processor; returns the address to which that leads them. */
  const authorize = async () => {
    const { authorizationUrl } = await page()
    const body = new URLSearchParams({ decision: 'success' })
    return (await fetch(authorizationUrl!, { method: 'POST', body, redirect: 'manual' })).headers.get('location')!
  }
  /** A debit whose day has come, after its first attempt. */
  const debit = async (amountKobo: number) => {
    const requested = await call(debitNow, { id, amountKobo })
    await app.runtime.database.write((tx) =>
      tx.$client.query('update mandate_debits set due_at = $1, noticed_at = $1 where id = $2', [
        app.runtime.clock(),
        requested.id,
      ]),
    )
    await runNow(app.runtime, 'debit-mandates')
    return requested.id
  }
  const debitOf = async (debitId: string) =>
    (await call(listDebits, { id, limit: 100 })).content.find((one) => one.id === debitId)!
  const chargeOf = async (debitId: string) => {
    const { reference } = await call(getPayment, { id: (await debitOf(debitId)).paymentId! })
    return reference.replace('_', '-')
  }
  const queryDebits = async () => {
    app.forward(hourMs)
    await runNow(app.runtime, 'debit-mandates')
    await app.drain()
  }
  const customer = { page, agree, comeBack, authorize }
  return { id, accessCode, customerEmail, seen, ...customer, debit, debitOf, chargeOf, queryDebits }
}
