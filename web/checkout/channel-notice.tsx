import type { PageProps } from '@adire/contract/checkout-page-props.ts'
import { usePageTexts } from '../languages/server-texts.ts'
import { useTexts } from '../languages/use-texts.tsx'
import { isHosted } from './view.ts'

/**
 * Names the channels that do not work well at the moment, before the payer chooses one. Rendered on the server only; the stylesheet
 * shows it (`.unhealthy`) while a channel can be chosen.
 */
export function ChannelNotice({ page, payment }: Pick<PageProps, 'page' | 'payment'>) {
  const { unhealthy } = usePageTexts()
  const { methods } = useTexts()
  const sentences = page.unhealthyChannels.flatMap(({ channel, state }) =>
    isHosted(channel) ? [unhealthy(channel, state, methods[channel])] : [],
  )
  if (sentences.length === 0 || (payment && payment.status !== 'pending')) return null
  return (
    <p className="unhealthy bg-warn-soft px-5 py-2.5 text-center font-medium text-warn print:hidden">
      {sentences.join(' ')}
    </p>
  )
}
