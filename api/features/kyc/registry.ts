import { callFirst } from '../../connectors/call-first.ts'
import { canProcess, connectorFor, listProcessors } from '../../connectors/connector-for.ts'
import type { BvnLookup, BvnOwner } from '../../connectors/lookups.ts'
import { definitionOf, type Processor } from '../../connectors/processors.ts'
import { isSandboxBvn } from '../../connectors/sandbox/identity.ts'
import type { Context, MemberContext, UnitOfWork } from '../../context.ts'
import { defineHandlers } from '../../handlers.ts'
import { problem } from '../../http/problem.ts'

/** Called after a processor of live payments was asked about a BVN, in a transaction of its own. */
export const bvnChecked =
  defineHandlers<(context: Context, processor: Processor, lookup: BvnLookup) => Promise<void>>('bvnChecked')

/** What is submitted is real in test mode too, so a processor of live payments is asked, except about the numbers of the sandbox. */
const toLive = <T extends Pick<UnitOfWork, 'mode'>>(source: T) => ({ ...source, mode: 'LIVE' as const })

const isOfSandbox = ({ mode }: Pick<UnitOfWork, 'mode'>, bvn: string) => mode === 'TEST' && isSandboxBvn(bvn)

/** Whether the register that real numbers are checked at compares the birthday and the phone number of the owner. */
export function needsOwnerDetails({ config }: Pick<UnitOfWork, 'config'>): boolean {
  const [processor] = listProcessors({ mode: 'LIVE', config }, 'identity')
  return processor !== undefined && definitionOf(processor).needsOwnerDetails === true
}

/** Whether a number is checked at a register that needs the birthday and the phone number of its owner. */
export const needsOwnerDetailsFor = (source: Pick<UnitOfWork, 'mode' | 'config'>, bvn: string): boolean =>
  !isOfSandbox(source, bvn) && needsOwnerDetails(source)

/** Whether a processor of live payments is asked about a number, which may cost the provider money. */
export const isSentToProcessor = (source: Pick<UnitOfWork, 'mode' | 'config'>, bvn: string): boolean =>
  !isOfSandbox(source, bvn) && canProcess(toLive(source), 'identity')

const unchecked: BvnLookup = { found: 'unchecked', registryName: null, matches: null, feeKobo: 0 }

/**
 * Asks the register about a BVN; `unchecked` if none is configured, so that a person decides by the documents.
 * @throws 503 unavailable if the register gives no answer
 */
export async function askRegistry(
  unitOfWork: UnitOfWork<MemberContext>,
  bvn: string,
  owner: BvnOwner,
): Promise<BvnLookup> {
  if (isOfSandbox(unitOfWork, bvn))
    return connectorFor(unitOfWork, 'identity')
      .identity.verifyBvn(bvn, owner)
      .catch(() => {
        throw noAnswer()
      })
  if (!isSentToProcessor(unitOfWork, bvn)) return unchecked
  const { answered } = await callFirst(toLive(unitOfWork), { capability: 'identity', stored: null }, ({ identity }) =>
    identity.verifyBvn(bvn, owner),
  )
  if (!answered) throw noAnswer()
  const { processor, result } = answered
  await unitOfWork.write(async (context) => {
    for (const handle of bvnChecked.get()) await handle(context, processor, result)
  })
  return result
}

const noAnswer = () => problem.unavailable('BVNs can’t be checked right now. Nothing was changed. Try again later')
