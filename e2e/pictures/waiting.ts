import { requestGoLive } from '@adire/contract/onboarding.ts'
import { type Business, signIn } from '../support/business.ts'
import { approvedStarter } from '../support/review.ts'
import { nameOf, type PictureKind } from './kind.ts'

const paths = ['/dashboard', '/onboarding', '/go-live', '/settings/business-profile', '/settings/copy-to-live']

let business: Business | undefined

/** A business that asked to go live and waits for the provider's decision: the screens that differ from those of other businesses. */
export const waiting: PictureKind = {
  states: ['data'],
  listScreens: async () => paths.map((path) => ({ name: `waiting-${nameOf(path)}`, path })),
  async signIn(page, url) {
    if (!business) {
      business = await approvedStarter(url, 'Kola Dyes')
      await business.call(requestGoLive, {} as never)
    }
    await signIn(page, business, '/go-live')
  },
}
