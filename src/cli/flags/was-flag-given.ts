type Token = { readonly type: string; readonly flag?: string | undefined }

/** Whether a flag is on the command line; otherwise its value comes from the environment or is the default. */
export const wasFlagGiven =
  (raw: readonly Token[]) =>
  (flag: string): boolean =>
    raw.some((token) => token.type === 'flag' && token.flag === flag)
