import { hostedChannels } from '@adire/contract/channels/channels.ts'
import type { PageProps } from '@adire/contract/checkout-page-props.ts'
import type { Requirement } from '../../connectors/call-first.ts'
import type { Capability, ConnectorSource } from '../../connectors/connector.ts'
import { listProcessors } from '../../connectors/connector-for.ts'
import type { Processor } from '../../connectors/processors.ts'
import { problem } from '../../http/problem.ts'
import { serverChannels } from '../payments/channels/channels.ts'

type Source = Pick<ConnectorSource, 'mode' | 'config'>

/** Banks to choose from by channel: those that a processor of the mode works with, or the one that has the payment already. */
export const offerBanks = (source: Source, stored: Processor | null): PageProps['banks'] =>
  Object.fromEntries(
    hostedChannels.map((channel) => {
      const { banks = [], flow } = serverChannels[channel].payer
      const { capability } = flow
      return [channel, banks.filter(({ code: bankCode }) => isOffered(source, { capability, stored, bankCode }))]
    }),
  )

/**
 * Requires a bank that `offerBanks` offers.
 * @throws 422 validation_error at `bankCode`
 */
export function requireOfferedBank(source: Source, required: Requirement<Capability>): void {
  const isPossible = isOffered(source, { ...required, bankCode: undefined })
  // Without any processor the call itself says so.
  if (isPossible && !isOffered(source, required)) throw problem.field('bankCode', 'Choose a bank from the list')
}

const isOffered = (source: Source, { capability, stored, ...preference }: Requirement<Capability>): boolean =>
  listProcessors(source, capability, preference).some((processor) => processor === (stored ?? processor))
