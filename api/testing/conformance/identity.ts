import assert from 'node:assert/strict'
import type { BvnOwner } from '../../connectors/lookups.ts'
import { type ConformanceBench, requireCapability } from './bench.ts'
import { withEachQueryFault } from './faults.ts'

/** The register knows its owners, says how others differ, and answers only about the number that was asked for. */
export async function testIdentity(bench: ConformanceBench): Promise<void> {
  const { verifyBvn } = requireCapability(bench, 'identity')
  const { bvn, owner } = bench.bvn!
  const simulator = bench.simulator!
  const foundFor = async (changes: Partial<BvnOwner>, number = bvn) =>
    (await verifyBvn(number, { ...owner, ...changes })).found
  const beforeKobo = await simulator.balanceKobo()
  const { found, feeKobo } = await verifyBvn(bvn, owner)
  assert.equal(found, 'match')
  assert.equal(beforeKobo - (await simulator.balanceKobo()), feeKobo, 'the fee is what the processor took')
  assert.equal(await foundFor({ firstName: 'Chinedu', lastName: 'Eze' }), 'mismatch')
  assert.equal(await foundFor({ dateOfBirth: '1979-01-31' }), 'mismatch')
  assert.equal(await foundFor({ phone: '+2348099999999' }), 'partial_match')
  assert.equal(await foundFor({}, '99999999999'), 'not_found')
  simulator.addFault('checkBvn', { kind: 'changed-response', changes: { bvn: '10987654321' } })
  await assert.rejects(verifyBvn(bvn, owner))
  await withEachQueryFault(simulator, 'checkBvn', () => verifyBvn(bvn, owner))
  assert.deepEqual(simulator.readViolations(), [])
}
