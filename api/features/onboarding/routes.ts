import * as onboarding from '@adire/contract/onboarding.ts'
import * as registration from '@adire/contract/registration.ts'
import { creationRoute, route } from '../../http/route.ts'
import { addBusiness } from './add.ts'
import { getOnboardingHandler, submitBusinessDetailsHandler } from './details.ts'
import { getGoLiveHandler, requestGoLiveHandler } from './go-live.ts'
import { registerBusiness } from './register.ts'

export const onboardingRoutes = [
  creationRoute(registration.register, registerBusiness, ['email', 'password']),
  route(onboarding.addMerchant, addBusiness),
  route(onboarding.getOnboarding, getOnboardingHandler),
  route(onboarding.submitBusinessDetails, submitBusinessDetailsHandler),
  route(onboarding.getGoLive, getGoLiveHandler),
  route(onboarding.requestGoLive, requestGoLiveHandler),
]
