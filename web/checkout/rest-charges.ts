import { formatNaira } from '@adire/contract/money.ts'
import type { PayerSubscription } from '@adire/contract/subscriber-schemas.ts'
import type { PageTexts } from '../languages/texts.ts'

/** What is still charged for a subscription that ends: nothing, or what the bank is processing. */
export const describeRest = ({ inProgressKobo }: PayerSubscription, texts: PageTexts): string =>
  inProgressKobo === null ? texts.nothingMore : texts.stillInProgress(formatNaira(inProgressKobo))
