import { and, asc, eq, isNotNull, lte, min, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { connectorFor } from '../../connectors/connector-for.ts'
import type { Tx } from '../../database/connect.ts'
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

const atOnce = 100
const pagesAtOnce = 100
/** Banks are asked about so many at a time. */
const besideEachOther = 4

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

type Due = { table: typeof mandates; at: AnyPgColumn } | { table: typeof mandateDebits; at: AnyPgColumn }
const dueMandates: Due = { table: mandates, at: mandates.dueAt }
const dueDebits: Due = { table: mandateDebits, at: mandateDebits.dueAt }
const dueNotices: Due = { table: mandateDebits, at: mandateDebits.noticeAt }

/** The earliest instant at which one of them becomes due in a business. */
const nextOf =
  ({ table, at }: Due) =>
  async (tx: Tx, merchantId: string): Promise<Date | undefined> => {
    const [found] = await tx
      .select({ at: min(at).mapWith((value) => new Date(value as string)) })
      .from(table)
      .where(and(eq(table.merchantId, merchantId), isNotNull(at)))
    return found?.at ?? undefined
  }

/** Those that are due, in order, each looked at once: one that fails holds no other up. */
const eachOf =
  ({ table, at }: Due, act: (own: JobSteps, key: Key) => Promise<boolean>) =>
  async (steps: JobSteps, merchantId?: string): Promise<number> => {
    let done = 0
    let after: { at: Date; id: string } | undefined
    const troubles: unknown[] = []
    const one = async (key: Key) => {
      try {
        if (await act(await steps.of(key.merchantId), key)) done += 1
      } catch (trouble) {
        troubles.push(trouble)
      }
    }
    for (let pages = 0; pages < pagesAtOnce; pages++) {
      const last = after
      const rows = await steps.write(({ tx, now }) =>
        tx
          .select({
            merchantId: table.merchantId,
            id: table.id,
            at: sql`${at}`.mapWith((value): Date => new Date(value as string)),
          })
          .from(table)
          .where(
            and(
              lte(at, now),
              merchantId === undefined ? undefined : eq(table.merchantId, merchantId),
              last && sql`(${at}, ${table.id}) > (${last.at.toISOString()}::timestamptz, ${last.id}::uuid)`,
            ),
          )
          .orderBy(asc(at), asc(table.id))
          .limit(atOnce),
      )
      for (let from = 0; from < rows.length; from += besideEachOther)
        await Promise.all(rows.slice(from, from + besideEachOther).map(one))
      if (rows.length < atOnce) break
      after = rows.at(-1)
    }
    if (troubles.length > 0) throw troubles[0]
    return done
  }

export const sweeps = [
  sweep({
    name: 'notify-of-debits',
    title: 'Customers told of a debit',
    every: '* * * * *',
    nextAt: nextOf(dueNotices),
    run: eachOf(dueNotices, notice),
  }),
  sweep({
    name: 'debit-mandates',
    title: 'Debits tried',
    every: '* * * * *',
    nextAt: nextOf(dueDebits),
    run: eachOf(dueDebits, tryDebit),
  }),
  sweep({
    name: 'follow-mandates',
    title: 'Mandates looked at',
    every: '* * * * *',
    nextAt: nextOf(dueMandates),
    run: eachOf(dueMandates, follow),
  }),
]
