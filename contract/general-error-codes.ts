import { type Endpoint, isForMerchant } from './endpoint.ts'
import type { ErrorCode } from './error-codes.ts'

/** Error codes that every endpoint of a kind may respond with, besides its own. */
const generalCodes = {
  all: [
    'validation_error',
    'address_not_found',
    'method_not_allowed',
    'bad_request',
    'too_many_requests',
    'busy',
    'unavailable',
    'internal_error',
  ],
  withToken: ['unauthenticated', 'key_unknown', 'key_of_other_mode', 'forbidden'],
  ofMerchant: ['business_not_found', 'permission_missing', 'network_not_allowed', 'second_factor_required'],
  withBody: ['malformed_json', 'body_too_large', 'unsupported_media_type'],
  uploads: ['malformed_form', 'file_too_large'],
  creates: ['idempotency_mismatch', 'idempotency_in_progress'],
} satisfies Record<string, ErrorCode[]>

export const allGeneralErrorCodes: readonly ErrorCode[] = Object.values(generalCodes).flat()

/** Error codes that an endpoint may respond with because of its access level, its body or its idempotency. */
export const generalErrorCodes = (endpoint: Endpoint): ErrorCode[] => [
  ...generalCodes.all,
  ...(endpoint.access === 'public' ? [] : generalCodes.withToken),
  ...(isForMerchant(endpoint) ? generalCodes.ofMerchant : []),
  ...(endpoint.method === 'GET' ? [] : generalCodes.withBody),
  ...(endpoint.uploads ? generalCodes.uploads : []),
  ...(endpoint.creates ? generalCodes.creates : []),
]
