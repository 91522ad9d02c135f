import type { Parsed } from '@adire/contract/endpoint.ts'
import type { subscribeByAccount } from '@adire/contract/subscriber.ts'
import type { Context, Steps } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { inTimeOf, stepsInTimeOf } from '../../jobs/own-time.ts'
import { takeTry } from '../auth/attempts.ts'
import { findHolder } from '../bank-accounts/bank-accounts.ts'
import { isBlacklisted } from '../customers/customers.ts'
import { requireDebitable } from '../direct-debit/direct-debit.ts'
import { addPending, findPending } from '../subscriptions/subscriptions.ts'
import { closed, findLink, holdOpenLink, type Link, planOfLink } from './link.ts'

type Input = Parsed<typeof subscribeByAccount>

/** Banks are asked whose account it is: nobody looks up names here. */
const lookupsOfAddress = 20
const lookupsOfPayer = 5

/** What a link asks further, and how many it takes, is known of payments alone. */
export const takesAccounts = ({ customFields, collectPhone, paymentLimit }: Link) =>
  customFields.length === 0 && !collectPhone && paymentLimit === null

/** Subscribes a payer whose account is to be debited: a pending subscription, and a mandate that she is asked for. */
export async function subscribe(given: Steps, input: Input) {
  const { plan } = await given.write((context) => open(context, input))
  const { merchantId } = plan
  const steps = stepsInTimeOf(given, merchantId)
  const known = await steps.write((context) => findPending(context, plan, input))
  if (known) return answerOf(steps, known)
  await steps.write(({ tx, realNow, origin }) =>
    takeTry(
      tx,
      [
        { key: `payer-account:${origin.ip}`, most: lookupsOfAddress },
        { key: `payer-account:${merchantId}:${input.email}`, most: lookupsOfPayer },
      ],
      realNow,
    ),
  )
  const accountName = requireDebitable(steps, input, await findHolder(steps, input, input.name))
  const added = await steps.write(async (context) => {
    const { link, plan } = await open(context, input)
    // A form sent twice at the same moment: the second waits here, and finds the first's.
    await context.tx.$client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [plan.id + input.email])
    const before = await findPending(context, plan, input)
    return before ?? addPending(context, { plan, paymentLinkId: link.id, accountName, ...input })
  })
  return answerOf(steps, added)
}

const answerOf = ({ config }: Steps, mandate: { accessCode: string }) => ({
  status: 'pending' as const,
  mandateUrl: `${config.publicUrl}/mandate/${mandate.accessCode}`,
})

/** The plan that the link signs up for, both open; the link is held. */
async function open(given: Context, { slug, email }: Input) {
  const found = await findLink(given.tx, slug)
  if (!found || found.business.mode !== given.mode) throw closed()
  const { merchantId } = found.link
  const context = await inTimeOf(given, merchantId)
  const link = await holdOpenLink(context, found.link)
  const plan = await planOfLink(context.tx, link)
  if (!plan || !takesAccounts(link))
    throw problem.conflict('cards_only', 'This page takes cards. Go back, and pay by card.')
  if (await isBlacklisted(context.tx, merchantId, email))
    throw problem.field('email', 'This business does not take payments from this address', 'payer_refused')
  return { link, plan }
}
