import { revokePath, tokenPath } from '@adire/contract/auth.ts'
import { passkeyGrant } from '@adire/contract/passkeys.ts'
import type { FastifyInstance } from 'fastify'
import type { Runtime } from '../../runtime.ts'

const clientAuthentication = ['client_secret_basic', 'client_secret_post']

/**
 * Serves the metadata of the OAuth server (RFC 8414): for the product, whose tokens hold in both modes, and for the core server of each
 * mode, which is an issuer of its own to a client that uses only that mode.
 */
export function serveOauthMetadata(app: FastifyInstance, { config: { publicUrl, servers } }: Runtime): void {
  const metadata = (issuer: string, core: string) => ({
    issuer,
    token_endpoint: `${core}/${tokenPath}`,
    token_endpoint_auth_methods_supported: clientAuthentication,
    revocation_endpoint: `${core}/${revokePath}`,
    revocation_endpoint_auth_methods_supported: clientAuthentication,
    grant_types_supported: ['password', passkeyGrant, 'refresh_token', 'client_credentials'],
    response_types_supported: [],
    scopes_supported: ['profile', 'client'],
    service_documentation: `${publicUrl}/docs/oauth`,
  })
  const serve = (path: string, body: object) =>
    app.get(`/.well-known/oauth-authorization-server${path}`, async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=3600').send(body),
    )
  const paths = (['test', 'live'] as const)
    .filter((mode) => servers.includes(`${mode}-core`))
    .map((mode) => `/${mode}/core`)
  if (paths[0]) serve('', metadata(publicUrl, publicUrl + paths[0]))
  for (const path of paths) serve(path, metadata(publicUrl + path, publicUrl + path))
}
