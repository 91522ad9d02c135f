import { ask } from '../../connectors/ask.ts'
import { connectorFor } from '../../connectors/connector-for.ts'
import type { Context, Steps } from '../../context.ts'
import type { Write } from './attempt.ts'
import { askBankForMandate } from './consent.ts'
import { end, hear, isOver } from './hear.ts'
import { change, type Key, lockMandate, type MandateRecord } from './move.ts'

/** Should this look break off, the next one comes after this. */
const lostAfterMs = 5 * 60_000

export type Asking = Pick<Steps, 'config'> & { write: Write }

/** Looks at a mandate that is due: ends what is over, and asks the bank about the rest. Answers whether there was something to do. */
export async function follow({ config, write }: Asking, key: Key): Promise<boolean> {
  return look({ config, write }, key, ({ dueAt }, now) => dueAt !== null && dueAt <= now)
}

/** Looks at it whether or not it is due: the bank has news. */
export const hearNow = (asking: Asking, key: Key) => look(asking, key, () => true)

async function look({ config, write }: Asking, key: Key, isDue: (mandate: MandateRecord, now: Date) => boolean) {
  const begun = await write(async (context) => {
    const mandate = await lockMandate(context.tx, key)
    if (!isDue(mandate, context.now)) return undefined
    return { mode: context.mode, mandate: await begin(context, mandate) }
  })
  if (!begun) return false
  const { mode, mandate } = begun
  if (!mandate) return true
  if (mandate.status === 'pending') await askBankForMandate(write, { config }, mandate)
  else {
    const said = await ask(connectorFor(mode, config, write).queryMandate(mandate.reference))
    if (said) await write(async (context) => hear(context, await lockMandate(context.tx, key), said))
  }
  return true
}

/** What time alone brings; else the mandate, about which the bank is to be asked. */
async function begin(context: Context, mandate: MandateRecord): Promise<MandateRecord | undefined> {
  const { tx, now } = context
  const { status } = mandate
  const isBegun = status === 'active' || status === 'suspended'
  if (isBegun && isOver(mandate, now)) {
    await end(context, mandate, 'expired', 'The last day has passed')
    return undefined
  }
  if (status === 'pending' && !mandate.consentedAt) {
    if (mandate.dueAt && mandate.dueAt <= now)
      await end(context, mandate, 'authorization_expired', 'The customer did not answer in time')
    return undefined
  }
  if (!isBegun && status !== 'pending' && status !== 'pending_authorization' && status !== 'pending_activation') {
    await change(tx, mandate, { dueAt: null }, now)
    return undefined
  }
  return change(tx, mandate, { dueAt: new Date(now.getTime() + lostAfterMs) }, now)
}
