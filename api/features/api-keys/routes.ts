import {
  createRestrictedKey,
  createSecretKey,
  listApiKeys,
  revokeApiKey,
  rollApiKey,
  updateRestrictedKey,
} from '@adire/contract/api-keys.ts'
import { creationRoute, route, routeWithoutTransaction } from '../../http/route.ts'
import { createSecretKeyHandler, listApiKeysHandler, revokeApiKeyHandler, rollApiKeyHandler } from './api-keys.ts'
import { createRestrictedKeyHandler, updateRestrictedKeyHandler } from './restricted.ts'

export const apiKeyRoutes = [
  route(listApiKeys, listApiKeysHandler),
  route(createSecretKey, createSecretKeyHandler),
  route(createRestrictedKey, createRestrictedKeyHandler),
  creationRoute(updateRestrictedKey, updateRestrictedKeyHandler),
  creationRoute(rollApiKey, rollApiKeyHandler),
  routeWithoutTransaction(revokeApiKey, revokeApiKeyHandler),
]
