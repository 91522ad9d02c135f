/** Error codes of the back office besides those of the API. They are not in the API reference. Add the codes of your area here. */
export type StaffErrorCode =
  | 'invitation_not_valid'
  | 'last_admin'
  | 'own_account'
  | 'staff_deactivated'
  | 'staff_exists'
  | 'staff_member_not_found'
