export type Owned = { readonly account_id: string; readonly org_id: string | null }

/** Whose a record is: an account's in its personal space, or an organization's. No id of ours has a line break. */
export const ownerKey = ({ account_id, org_id }: Owned): string =>
  org_id === null ? account_id : `\n${org_id}`
