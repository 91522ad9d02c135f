import * as apiKeys from '@adire/contract/api-keys.ts'
import { creationRoute, route, routeWithoutTransaction } from '../../http/route.ts'
import { createSecretKeyHandler, listApiKeysHandler, revokeApiKeyHandler, rollApiKeyHandler } from './api-keys.ts'
import { createRestrictedKeyHandler, updateRestrictedKeyHandler } from './restricted.ts'

export const apiKeyRoutes = [
  route(apiKeys.listApiKeys, listApiKeysHandler),
  route(apiKeys.createSecretKey, createSecretKeyHandler),
  route(apiKeys.createRestrictedKey, createRestrictedKeyHandler),
  creationRoute(apiKeys.updateRestrictedKey, updateRestrictedKeyHandler),
  route(apiKeys.rollApiKey, rollApiKeyHandler),
  routeWithoutTransaction(apiKeys.revokeApiKey, revokeApiKeyHandler),
]
