import * as z from 'zod/mini'
import { connectorFor } from '../../connectors/connector-for.ts'
import { deliver } from '../../emails/deliver.ts'
import { job } from '../../jobs/queue.ts'
import { type JobSteps, mailRetry, work } from '../../jobs/work.ts'
import { fold } from '../../ledger/fold.ts'
import { sendForBusiness } from '../customer-emails/customer-emails.ts'
import { foldFacts } from './fold.ts'
import { linkNotice, mailPaymentNotice, notifyOfPayment, paymentNotice } from './notice.ts'
import { mailReceipt, mailReceiptAgain, paidPayment, receipt } from './receipt.ts'
import { mailReturned, returnedLetter, returnedPayment } from './returned.ts'
import { returnTransfer } from './send-back.ts'

const factsAtOnce = 5_000
const deltasAtOnce = 5_000
/** One sweep folds no more than this many times; what is left waits for the next. */
const foldsASweep = 200

/** Mails the payer the receipt; answers what was paid. */
async function sendReceipt(steps: JobSteps, key: { merchantId: string; paymentId: string; isCounted?: boolean }) {
  const found = await steps.write(({ tx }) => paidPayment(tx, key))
  if (found) await sendForBusiness(steps, key, (sender) => receipt(steps.config, sender, found))
  return found
}

export const works = [
  work({
    job: mailReceipt,
    retry: mailRetry,
    async run(steps, payload) {
      const found = await sendReceipt(steps, payload)
      if (found) await steps.write((context) => notifyOfPayment(context, found))
    },
  }),
  work({
    job: mailReceiptAgain,
    retry: mailRetry,
    async run(steps, payload) {
      await sendReceipt(steps, { ...payload, isCounted: true })
    },
  }),
  work({
    job: mailPaymentNotice,
    retry: mailRetry,
    async run(steps, { to, ofLink, ...payload }) {
      const { config, now, write } = steps
      const found = await write(({ tx }) => paidPayment(tx, payload))
      if (!found) return
      if (ofLink === undefined) return deliver(config, paymentNotice(config, found, to), now())
      await sendForBusiness(steps, payload, (sender) => linkNotice(config, sender, found, { to, ofLink }))
    },
  }),
  work({
    job: mailReturned,
    retry: mailRetry,
    async run(steps, returned) {
      const payment = await steps.write(({ tx }) => returnedPayment(tx, returned))
      if (payment)
        await sendForBusiness(steps, returned, (sender) => returnedLetter(steps.config, sender, payment, returned))
    },
  }),
  work({
    job: returnTransfer,
    async run(steps, { merchantId, reference }) {
      const { mode, config, write } = await steps.of(merchantId)
      await connectorFor(mode, config, write).returnTransfer(reference)
    },
  }),
  work({
    job: job('fold-figures', z.object({})),
    every: '* * * * *',
    async run({ write }) {
      for (let folds = 0; folds < foldsASweep; folds++)
        if ((await write(({ tx }) => foldFacts(tx, factsAtOnce))) < factsAtOnce) return
    },
  }),
  work({
    job: job('fold-ledger', z.object({})),
    every: '* * * * *',
    async run({ write }) {
      for (let folds = 0; folds < foldsASweep; folds++)
        if ((await write(({ tx }) => fold(tx, deltasAtOnce))) < deltasAtOnce) return
    },
  }),
]
