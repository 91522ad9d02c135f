import { tokenPath } from '@adire/contract/auth.ts'
import { TokenResponse } from '@adire/contract/auth-schemas.ts'
import { passkeyGrant } from '@adire/contract/passkeys.ts'
import * as z from 'zod/mini'
import type { ApiConfig } from '../config.ts'
import type { JsonObject } from './openapi.ts'
import { everyResponse, retryable } from './openapi-headers.ts'

/** Security schemes of the OpenAPI document. */
export const securitySchemes = ({ publicUrl }: ApiConfig): JsonObject => {
  const tokenUrl = `${publicUrl}/test/core/${tokenPath}`
  return {
    key: {
      type: 'http',
      scheme: 'bearer',
      description:
        'A secret key of the business, `sk_test_…` or `sk_live_…`. Keep it on your server, and never in a page or an app.',
    },
    basic: { type: 'http', scheme: 'basic', description: 'The OAuth client’s id and secret.' },
    user: {
      type: 'oauth2',
      description: 'Access token of a signed-in user, as the dashboard has one.',
      flows: { password: { tokenUrl, refreshUrl: tokenUrl, scopes: { profile: 'Everything the user may do' } } },
    },
    client: {
      type: 'oauth2',
      description: 'Access token of an app, before a user signs in.',
      flows: { clientCredentials: { tokenUrl, scopes: { client: 'Registration and recovery' } } },
    },
  }
}

/** Parameters that many operations share. */
export const sharedParameters: JsonObject = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'A value of your choice, for example a UUID; 1 to 255 characters. For 24 hours the same key with the same body gets the stored response, with `Idempotency-Replayed: true`; with another body it gets 422.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
}

/** JSON schema of every error response (`problemBody`). */
export const problemSchema: JsonObject = {
  type: 'object',
  description: 'An error.',
  required: ['code', 'message', 'errors', 'requestId'],
  properties: {
    code: { type: 'string', description: 'For programs; it does not change. `/docs/errors` lists all codes' },
    message: { type: 'string', description: 'For people' },
    error: {
      type: 'object',
      description: 'The same message, for older clients',
      properties: { message: { type: 'string' } },
    },
    errors: {
      type: 'array',
      description: 'Errors by field',
      items: {
        type: 'object',
        required: ['field', 'message'],
        properties: { field: { type: 'string' }, message: { type: 'string' } },
      },
    },
    approvalId: {
      type: 'string',
      format: 'uuid',
      description: 'With the code `approval_required`: id of the request for approval',
    },
    requestId: { type: 'string', description: 'Id of the request. Send it to us when you ask about it' },
    doc_url: { type: 'string', format: 'uri', description: 'Description of `code` in the documentation' },
  },
}

const errorResponse = (
  description: string,
  code: string,
  message: string,
  field?: string,
  headers: JsonObject = everyResponse,
): JsonObject => ({
  description,
  headers,
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/Problem' },
      example: {
        code,
        message,
        error: { message },
        errors: field ? [{ field, message }] : [],
        requestId: '3f0c1d5e-8a57-4c0b-9a53-0d6f6f3c2a11',
        doc_url: `https://pay.example/docs/errors#${code}`,
      },
    },
  },
})

/** Every error response, by its status. */
export const errorResponses: JsonObject = {
  400: errorResponse(
    'The request is not well formed: `errors` names each field.',
    'validation_error',
    'amountKobo must be at least 10000 (NGN 100.00)',
    'amountKobo',
  ),
  401: errorResponse(
    'No API key or token was sent, or it is not valid for this URL.',
    'key_unknown',
    'There is no API key sk_test_…q7Xd, or it was revoked or replaced',
  ),
  402: errorResponse(
    'A payment that the call needs failed.',
    'payment_failed',
    'The card was declined. Nothing was changed.',
  ),
  403: errorResponse(
    'The caller is not allowed to do this.',
    'forbidden',
    'An API key cannot do this. Sign in to the dashboard',
  ),
  404: errorResponse('Not found, or not yours.', 'charge_not_found', 'There is no such charge'),
  409: errorResponse(
    'The request conflicts with the current state.',
    'duplicate_reference',
    'This reference was used for another charge. Use a new reference',
  ),
  422: errorResponse(
    'A field is well formed, but cannot be accepted.',
    'payer_refused',
    'This business does not accept payments from this email',
    'email',
  ),
  429: errorResponse(
    'Too many requests.',
    'too_many_requests',
    'Too many requests, wait a moment and try again',
    undefined,
    retryable,
  ),
  TokenRefused: {
    description: 'Rejected, as described by RFC 6749.',
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['error'],
          properties: { error: { type: 'string' }, error_description: { type: 'string' } },
        },
        example: { error: 'invalid_grant', error_description: 'Invalid grant: user credentials are invalid' },
      },
    },
  },
  503: errorResponse(
    'Temporarily unavailable. Repeat the request.',
    'busy',
    'We are busy right now. Please try again',
    undefined,
    retryable,
  ),
}

const field = (description: string) => ({ type: 'string', description })

const tokenForm: JsonObject = {
  type: 'object',
  required: ['grant_type'],
  properties: {
    grant_type: { type: 'string', enum: ['password', passkeyGrant, 'refresh_token', 'client_credentials'] },
    username: field('Email address, for `password`'),
    password: field('Password, for `password`'),
    code: field('Code of the second factor, required when the error is `mfa_required`'),
    assertion: field(
      'Response of the browser to the options of `startPasskeySignIn`, as JSON, for the grant of a passkey',
    ),
    refresh_token: field('Refresh token, for `refresh_token`. It can be used once'),
    scope: field('Default: all scopes'),
  },
}

const tokenCall = { tags: ['Authorisation'], security: [{ basic: [] }], 'x-callers': ['app'] }

/** The token endpoint: the one call that takes form data and responds as in RFC 6749. */
export const tokenOperation: JsonObject = {
  operationId: 'issueToken',
  summary: 'Issue token',
  description:
    'RFC 6749: `password`, `refresh_token`, `client_credentials` and a grant of our own for passkeys, with the client’s id and secret as basic auth. ' +
    'A form of at most 16 KB, without files.',
  ...tokenCall,
  requestBody: {
    required: true,
    content: {
      'application/x-www-form-urlencoded': { schema: tokenForm },
      'multipart/form-data': { schema: tokenForm },
    },
  },
  responses: {
    200: {
      description: 'A token',
      content: { 'application/json': { schema: tokenResponseSchema() } },
    },
    400: { $ref: '#/components/responses/TokenRefused' },
    401: { $ref: '#/components/responses/TokenRefused' },
    429: { $ref: '#/components/responses/TokenRefused' },
  },
}

/** The revocation endpoint, a form as well. */
export const revokeOperation: JsonObject = {
  operationId: 'revokeToken',
  summary: 'Revoke token',
  description:
    'RFC 7009: ends the session of a refresh or access token, with all its tokens. An unknown token gets 200, too. The client’s id and ' +
    'secret are sent as basic auth.',
  ...tokenCall,
  requestBody: {
    required: true,
    content: {
      'application/x-www-form-urlencoded': {
        schema: {
          type: 'object',
          required: ['token'],
          properties: {
            token: field('Refresh token or access token'),
            token_type_hint: field('`refresh_token` or `access_token`. Not needed'),
          },
        },
      },
    },
  },
  responses: {
    200: { description: 'The token is not valid, or no longer' },
    400: { $ref: '#/components/responses/TokenRefused' },
    401: { $ref: '#/components/responses/TokenRefused' },
    429: { $ref: '#/components/responses/TokenRefused' },
  },
}

function tokenResponseSchema(): JsonObject {
  const { $schema, ...schema } = z.toJSONSchema(TokenResponse, { io: 'output' }) as JsonObject
  return schema
}
