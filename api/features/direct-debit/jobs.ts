import { connectorFor } from '../../connectors/connector-for.ts'
import { type Due, eachDue, nextDue } from '../../jobs/each-due.ts'
import { sweep } from '../../jobs/sweep.ts'
import { type JobSteps, mailRetry, work } from '../../jobs/work.ts'
import { sendForBusiness } from '../customer-emails/customer-emails.ts'
import { attempt, giveNotice } from './attempt.ts'
import { follow } from './follow.ts'
import { end } from './hear.ts'
import {
  cancelAtBank,
  endedLetter,
  failedLetter,
  mailDebit,
  mailed,
  mailedDebit,
  mailMandate,
  noticeLetter,
  readyLetter,
  requestLetter,
  transferLetter,
} from './mails.ts'
import { type Key, lockDebit, lockMandate } from './move.ts'
import { attemptDebit, endMandate, lookAtMandate } from './promise.ts'
import { mandateDebits, mandates } from './tables.ts'

const mandateLetters = { request: requestLetter, transfer: transferLetter, ready: readyLetter, ended: endedLetter }

export const works = [
  work({
    job: mailMandate,
    retry: mailRetry,
    async run(steps, { what, ...key }) {
      const mandate = await steps.write(({ tx }) => mailed(tx, key))
      // What is asked for only while it is waited for.
      const isStale =
        (what === 'request' && mandate?.status !== 'pending') ||
        (what === 'transfer' && mandate?.status !== 'pending_authorization')
      if (mandate && !isStale)
        await sendForBusiness(steps, key, (sender) => mandateLetters[what](steps.config, sender, mandate))
    },
  }),
  work({
    job: mailDebit,
    retry: mailRetry,
    async run(steps, { what, ...key }) {
      const found = await steps.write(({ tx }) => mailedDebit(tx, key))
      if (!found || (what === 'notice' && found.debit.status === 'cancelled')) return
      const template = what === 'notice' ? noticeLetter : failedLetter
      await sendForBusiness(steps, key, (sender) => template(steps.config, sender, found))
    },
  }),
  work({
    job: cancelAtBank,
    async run({ mode, config, write }, { reference }) {
      await connectorFor(mode, config, write).cancelMandate(reference)
    },
  }),
  work({
    job: endMandate,
    run: ({ write }, { reason, ...key }) =>
      write(async (context) => {
        const mandate = await lockMandate(context.tx, key)
        if (!mandate.endedAt) await end(context, mandate, 'cancelled', reason)
      }),
  }),
  work({
    job: lookAtMandate,
    async run(steps, key) {
      await follow(steps, key)
    },
  }),
  work({
    job: attemptDebit,
    async run(steps, key) {
      await tryDebit(steps, key)
    },
  }),
]

const tryDebit = ({ mode, config, write }: JobSteps, key: Key): Promise<boolean> =>
  attempt(write, () => connectorFor(mode, config, write), key)

async function notice({ write }: JobSteps, key: Key): Promise<boolean> {
  return write(async (context) => {
    const { debit } = await lockDebit(context.tx, key)
    if (!debit.noticeAt || debit.noticeAt > context.now) return false
    await giveNotice(context, debit)
    return true
  })
}

const dueMandates: Due = { table: mandates, at: mandates.dueAt }
const dueDebits: Due = { table: mandateDebits, at: mandateDebits.dueAt }
const dueNotices: Due = { table: mandateDebits, at: mandateDebits.noticeAt }

export const sweeps = [
  sweep({
    name: 'notify-of-debits',
    title: 'Customers told of a debit',
    every: '* * * * *',
    nextAt: nextDue(dueNotices),
    run: eachDue(dueNotices, notice),
  }),
  sweep({
    name: 'debit-mandates',
    title: 'Debits tried',
    every: '* * * * *',
    nextAt: nextDue(dueDebits),
    run: eachDue(dueDebits, tryDebit),
  }),
  sweep({
    name: 'follow-mandates',
    title: 'Mandates looked at',
    every: '* * * * *',
    nextAt: nextDue(dueMandates),
    run: eachDue(dueMandates, follow),
  }),
]
