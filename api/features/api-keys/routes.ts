import { createSecretKey, listApiKeys, revokeApiKey, rollApiKey } from '@adire/contract/api-keys.ts'
import { route, routeWithoutTransaction } from '../../http/route.ts'
import { createSecretKeyHandler, listApiKeysHandler, revokeApiKeyHandler, rollApiKeyHandler } from './api-keys.ts'

export const apiKeyRoutes = [
  route(listApiKeys, listApiKeysHandler),
  route(createSecretKey, createSecretKeyHandler),
  routeWithoutTransaction(rollApiKey, rollApiKeyHandler),
  routeWithoutTransaction(revokeApiKey, revokeApiKeyHandler),
]
