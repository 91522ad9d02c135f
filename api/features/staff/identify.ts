import type { Mode } from '@adire/contract/call.ts'
import { staffPermissionMissing } from '@adire/contract/staff-permissions.ts'
import { readBearerToken } from '../../http/bearer-token.ts'
import type { ApiCaller } from '../../http/identify.ts'
import { Problem, problem } from '../../http/problem.ts'
import type { Surface } from '../../http/surface.ts'
import type { Runtime } from '../../runtime.ts'
import { findStaffSession } from './session-state.ts'

/** Objects of the back office say their own mode; without one, work is about real money. */
const backOfficeMode: Mode = 'LIVE'

/**
 * The server of the back office. Only an access token with its audience is valid here: neither a merchant's token nor an API key.
 * Identifying throws unauthenticated (401) without a valid token or session, permission_missing (403).
 */
export const backOfficeSurface = (runtime: Runtime): Surface => ({
  prefix: '/operator/api',
  mode: backOfficeMode,
  async identify({ access, staffPermission }, { authorization }): Promise<ApiCaller> {
    if (access === 'public') return { name: 'public' }
    const token = readBearerToken(authorization)
    const now = runtime.clock()
    const claims = token === undefined ? undefined : await runtime.signer.read(token, now, 'operator')
    if (!claims?.sid) throw problem.unauthenticated()
    const staff = await findStaffSession(runtime.database, claims.sid, now)
    if (!staff) throw problem.unauthenticated('Your session has ended, sign in to continue')
    if (staffPermission && !staff.permissions.has(staffPermission))
      throw new Problem(403, 'permission_missing', staffPermissionMissing(staff.role, staffPermission))
    return { staff, name: `staff:${staff.id}`, until: new Date(claims.exp * 1000) }
  },
})
