import * as z from 'zod/mini'
import { connectorFor } from '../../connectors/connector-for.ts'
import type { Tx } from '../../database/connect.ts'
import { deliverEmail } from '../../emails/deliver.ts'
import { type JobUnitOfWork, jobHandler, mailRetry } from '../../jobs/job-handler.ts'
import { defineJob } from '../../jobs/queue.ts'
import { rollUpLedger } from '../../ledger/roll-up.ts'
import { sendForBusiness } from '../customer-emails/customer-emails.ts'
import { confirmationEmail, mailConfirmation, paymentToConfirm } from './confirm-card.ts'
import { findPaymentIfPresent, lockPayment } from './move.ts'
import { linkNotice, mailPaymentNotice, notifyOfPayment, paymentNotice } from './notice.ts'
import { mailReceipt, mailReceiptAgain, paidPayment, receiptEmail } from './receipt.ts'
import { applyReturnOutcome, checkReturn } from './return-charge.ts'
import { mailReturnedTransfer, returnedTransferEmail } from './returned.ts'
import { rollUpPaymentStats } from './roll-up.ts'
import { returnTransfer } from './send-back.ts'

/** Deltas of one roll-up, which is one transaction. */
const deltasAtOnce = 5_000
/** Maximum roll-ups per run; the rest waits for the next run. */
const maxRollUpsPerRun = 200

/** Recurring job that rolls up deltas until none are left. `rollUp` returns the number of deltas, at most `limit`. */
const rollUpJob = (name: string, rollUp: (tx: Tx, limit: number) => Promise<number>) =>
  jobHandler({
    job: defineJob(name, z.object({})),
    every: '* * * * *',
    async run({ write }) {
      for (let runs = 0; runs < maxRollUpsPerRun; runs++)
        if ((await write(({ tx }) => rollUp(tx, deltasAtOnce))) < deltasAtOnce) return
    },
  })

/** Emails the receipt to the payer. Returns the payment, if it was paid. */
async function sendReceipt(
  unitOfWork: JobUnitOfWork,
  key: { merchantId: string; paymentId: string; isCounted?: boolean },
) {
  const found = await unitOfWork.write(({ tx }) => paidPayment(tx, unitOfWork.config, key))
  if (found) await sendForBusiness(unitOfWork, key, (sender) => receiptEmail(unitOfWork.config, sender, found))
  return found
}

export const paymentJobHandlers = [
  jobHandler({
    job: mailReceipt,
    retry: mailRetry,
    async run(unitOfWork, payload) {
      const found = await sendReceipt(unitOfWork, payload)
      if (found) await unitOfWork.write((context) => notifyOfPayment(context, found))
    },
  }),
  jobHandler({
    job: mailReceiptAgain,
    retry: mailRetry,
    async run(unitOfWork, payload) {
      await sendReceipt(unitOfWork, { ...payload, isCounted: true })
    },
  }),
  jobHandler({
    job: mailPaymentNotice,
    retry: mailRetry,
    async run(unitOfWork, { to, ofLink, ...payload }) {
      const { config, now, write } = unitOfWork
      const found = await write(({ tx }) => paidPayment(tx, config, payload))
      if (!found) return
      if (ofLink === undefined) return deliverEmail(config, paymentNotice(config, found, to), now())
      await sendForBusiness(unitOfWork, payload, (sender) => linkNotice(config, sender, found, { to, ofLink }))
    },
  }),
  jobHandler({
    job: mailReturnedTransfer,
    retry: mailRetry,
    async run(unitOfWork, returned) {
      const { merchantId, paymentId: id } = returned
      const payment = await unitOfWork.write(({ tx }) => findPaymentIfPresent(tx, { merchantId, id }))
      if (payment)
        await sendForBusiness(unitOfWork, returned, (sender) =>
          returnedTransferEmail(unitOfWork.config, sender, payment, returned),
        )
    },
  }),
  jobHandler({
    job: mailConfirmation,
    retry: mailRetry,
    async run(unitOfWork, key) {
      const payment = await unitOfWork.write(({ tx }) => paymentToConfirm(tx, key))
      if (payment)
        await sendForBusiness(unitOfWork, key, (sender) => confirmationEmail(unitOfWork.config, sender, payment))
    },
  }),
  jobHandler({
    job: returnTransfer,
    groupOf: ({ merchantId }) => merchantId,
    async run(jobs, { merchantId, reference }) {
      const unitOfWork = await jobs.of(merchantId)
      const payment = await unitOfWork.write(({ tx }) => lockPayment(tx, { processorReference: reference }))
      const connector = connectorFor(unitOfWork, 'transferAccounts', payment!.processor)
      await connector.transferAccounts.returnTransfer(reference)
    },
  }),
  jobHandler({
    job: checkReturn,
    async run(jobs, { merchantId, paymentId: id, processor, charge }) {
      const unitOfWork = await jobs.of(merchantId)
      const payment = await unitOfWork.write(({ tx }) => findPaymentIfPresent(tx, { merchantId, id }))
      if (!payment) return
      const connector = connectorFor(unitOfWork, 'refunds', processor)
      await applyReturnOutcome(unitOfWork.write, connector, payment, charge)
    },
  }),
  rollUpJob('roll-up-payment-stats', rollUpPaymentStats),
  rollUpJob('roll-up-ledger', rollUpLedger),
]
