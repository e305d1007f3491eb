type Token = { readonly type: string; readonly flag?: string | undefined }

/** Whether a flag stands in the command line; if not, its value comes from a variable or is the default. */
export const wasFlagGiven =
  (raw: readonly Token[]) =>
  (flag: string): boolean =>
    raw.some((token) => token.type === 'flag' && token.flag === flag)
