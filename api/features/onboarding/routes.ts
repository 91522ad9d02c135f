import {
  addMerchant,
  getGoLive,
  getOnboarding,
  requestGoLive,
  submitBusinessDetails,
} from '@adire/contract/onboarding.ts'
import { register } from '@adire/contract/registration.ts'
import { creationRoute, route } from '../../http/route.ts'
import { addBusiness } from './add.ts'
import { getOnboardingHandler, submitBusinessDetailsHandler } from './details.ts'
import { getGoLiveHandler, requestGoLiveHandler } from './go-live.ts'
import { registerBusiness } from './register.ts'

export const onboardingRoutes = [
  creationRoute(register, registerBusiness, ['email', 'password']),
  route(addMerchant, addBusiness),
  route(getOnboarding, getOnboardingHandler),
  route(submitBusinessDetails, submitBusinessDetailsHandler),
  route(getGoLive, getGoLiveHandler),
  route(requestGoLive, requestGoLiveHandler),
]
