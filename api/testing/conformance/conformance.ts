import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SentPayment } from '../../connectors/charges.ts'
import type { AnyProcessor, Capability } from '../../connectors/connector.ts'
import type { ConformanceBench, TestAccounts } from './bench.ts'
import { testEvents, testTransferApprovals } from './events.ts'
import { testIdentity } from './identity.ts'
import { testMandateFaults, testMandates } from './mandates.ts'
import { testAccountNames, testPayoutFaults, testPayouts, testRefundFaults, testRefunds } from './money-out.ts'
import {
  hostedCardTests,
  type Open,
  savedCardFaultTests,
  savedCardTests,
  transferAccountFaultTests,
  transferAccountTests,
  ussdTests,
} from './payments.ts'
import { testRecordFaults, testRecords } from './records.ts'
import { typedAccountTests } from './typed-accounts.ts'
import { typedCardTests } from './typed-cards.ts'

interface Conformance extends TestAccounts {
  open: Open
  /** Whether the processor is simulated outside the product, so that connections to it can fail. */
  hasSimulator: boolean
  /** Capabilities with tests of their own. */
  testedElsewhere: readonly string[]
}

/**
 * Conformance tests for a connector: those of each capability that its processor has. With a simulator each call that moves money is
 * also made with every fault, and the balance at the processor shows that the money moved once.
 */
export function testConnectorConformance(processor: AnyProcessor, conformance: Conformance): void {
  const { open, hasSimulator, testedElsewhere } = conformance
  const newReference = (kind: string) => processor.toReference(`${kind}_${crypto.randomUUID().replaceAll('-', '')}`)
  const newPayment = (): SentPayment => ({ reference: newReference('pay'), amountKobo: 200_000 })
  const tested = new Set<Capability>()

  function testCapability(capability: Capability, title: string, run: (bench: ConformanceBench) => Promise<void>) {
    if (!processor.capabilities.includes(capability)) return
    tested.add(capability)
    test(`${processor.name} ${title}`, async (t) => run(await open(t)))
  }
  const testAll = (capability: Capability, tests: typeof hostedCardTests) => {
    for (const [title, run] of Object.entries(tests))
      testCapability(capability, title, (bench) => run(bench, newPayment))
  }

  testAll('savedCards', savedCardTests)
  testAll('transferAccounts', transferAccountTests)
  testCapability('refunds', 'refunds once per reference, and reports the same outcome again', (bench) =>
    testRefunds(bench, newPayment, newReference),
  )
  testCapability('payouts', 'pays out once per reference, and reports the same outcome again', (bench) =>
    testPayouts(bench, newReference, conformance),
  )
  testCapability('accountNames', 'knows the name of an account, and that another one does not exist', (bench) =>
    testAccountNames(bench, conformance),
  )
  if (hasSimulator) {
    testAll('cards', typedCardTests)
    testAll('bankAccounts', typedAccountTests)
    testAll('hostedCards', hostedCardTests)
    testAll('savedCards', savedCardFaultTests)
    testAll('transferAccounts', transferAccountFaultTests)
    testAll('ussd', ussdTests)
    testCapability('refunds', 'refunds once if responses are lost, and two equal refunds stay two', (bench) =>
      testRefundFaults(bench, newPayment, newReference),
    )
    testCapability('payouts', 'pays out once if responses are lost', (bench) =>
      testPayoutFaults(bench, newReference, conformance),
    )
    testCapability(
      'mandates',
      'opens a mandate, debits it once per reference while it is active, and cancels it',
      (bench) => testMandates(bench, newPayment, conformance),
    )
    testCapability('mandates', 'debits a mandate once, and cancels it, if responses are lost', (bench) =>
      testMandateFaults(bench, newPayment, conformance),
    )
    testCapability('records', 'lists what it charged, refunded and paid out, which explains what it holds', (bench) =>
      testRecords(bench, newPayment, conformance),
    )
    testCapability('records', 'lists all of it or nothing', (bench) => testRecordFaults(bench, newPayment, conformance))
    testCapability('events', 'reads its events, and rejects each changed byte', (bench) =>
      testEvents(bench, newPayment, newReference, conformance),
    )
    testCapability('identity', 'compares a BVN with its owner, and knows one that does not exist', testIdentity)
    testCapability('transferApprovals', 'asks whether a payout is to be made, and rejects each changed byte', (bench) =>
      testTransferApprovals(bench, newReference, conformance),
    )
  }

  test(`${processor.name} does not know a payment it did not receive`, async (t) => {
    const { connector } = await open(t)
    assert.deepEqual(await connector.payments.query(newPayment()), { kind: 'open' })
  })
  test(`${processor.name} has tests for each of its capabilities`, () => {
    const untested = processor.capabilities.filter((one) => !tested.has(one) && !testedElsewhere.includes(one))
    assert.deepEqual(untested, [])
  })
}
