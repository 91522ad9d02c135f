import assert from 'node:assert/strict'
import type { FaultInput } from '../../../testing/processor/faults.ts'
import { until } from '../../../testing/processor/until.ts'
import type { FaultedCall, SimulatorBench } from './bench.ts'

type TestFault = Omit<FaultInput, 'operation'>

/** Faults of a call, after which nobody knows whether the processor has carried it out. */
const faults: readonly TestFault[] = [
  { kind: 'cut-before' },
  { kind: 'cut-after' },
  { kind: 'silence', silenceMs: 60_000 },
  { kind: 'rate-limited' },
  { kind: 'bad-gateway' },
  { kind: 'bad-gateway', isProcessed: true },
  { kind: 'malformed-response' },
  { kind: 'duplicate-reference' },
  { kind: 'rejected' },
]

/** A call that moves money once, however often it is made. */
interface FaultedStep {
  /** By how much it changes the balance, fees aside. */
  movesKobo: number
  send(): Promise<unknown>
  /** What payers and banks do then, and what must be true at the end. */
  finish(): Promise<void>
}

/** Makes a call with each fault, then repeats it twice, and compares the balance with a call without faults. */
export async function withEachFault(
  simulator: SimulatorBench,
  call: FaultedCall,
  begin: (nth: number) => Promise<FaultedStep>,
): Promise<void> {
  const measureFees = async (nth: number, fault?: TestFault) => {
    const { movesKobo, send, finish } = await begin(nth)
    const beforeKobo = await simulator.balanceKobo()
    if (fault) await sendWithFault(simulator, call, fault, send)
    await send()
    await send()
    await finish()
    return (await simulator.balanceKobo()) - beforeKobo - movesKobo
  }
  const feesKobo = await measureFees(0)
  const isNamed = !simulator.unnamedCalls?.includes(call)
  for (const [index, fault] of faults.filter(({ kind }) => isNamed || kind !== 'duplicate-reference').entries())
    assert.equal(await measureFees(index + 1, fault), feesKobo, `${call} once with ${JSON.stringify(fault)}`)
  assert.deepEqual(simulator.readViolations(), [])
}

/** Makes a query with each fault: it rejects rather than return a part, and returns everything when it is repeated. */
export async function withEachQueryFault(
  simulator: SimulatorBench,
  call: FaultedCall,
  query: () => Promise<unknown>,
): Promise<void> {
  const expected = await query()
  for (const fault of faults) {
    if (fault.kind === 'duplicate-reference') continue
    await sendWithFault(simulator, call, fault, query)
    assert.deepEqual(await query(), expected, `${call} after ${JSON.stringify(fault)}`)
  }
  assert.deepEqual(simulator.readViolations(), [])
}

/** The call has no response, or one of a processor that knows its reference: then a query decides. */
async function sendWithFault(
  simulator: SimulatorBench,
  call: FaultedCall,
  fault: TestFault,
  send: () => Promise<unknown>,
): Promise<void> {
  const before = simulator.countRequests(call)
  simulator.addFault(call, fault)
  const sending = send()
  if (fault.kind === 'silence') {
    // It ends when the simulator is closed; nobody waits so long.
    sending.catch(() => undefined)
    await until(() => simulator.countRequests(call) > before)
  } else if (fault.kind === 'duplicate-reference') await sending
  else if (fault.kind === 'rejected') requireNoFailure(call, await sending.catch(() => undefined))
  else await assert.rejects(sending, JSON.stringify(fault))
}

/** The processor has carried out what it rejected: a connector finds that, or leaves the result unknown. */
function requireNoFailure(call: FaultedCall, result: unknown): void {
  const kind = typeof result === 'object' && result !== null && 'kind' in result ? result.kind : undefined
  assert.ok(kind !== 'failed' && kind !== 'returned', `${call} is ${kind} although it was carried out`)
}

/** Each response with a wrong field leaves the result of the call unknown. */
export async function rejectWrongFields(
  simulator: SimulatorBench,
  call: keyof SimulatorBench['wrongFields'],
  send: () => Promise<unknown>,
): Promise<void> {
  for (const changes of simulator.wrongFields[call]) {
    simulator.addFault(call, { kind: 'changed-response', changes })
    await assert.rejects(send(), JSON.stringify(changes))
  }
}
