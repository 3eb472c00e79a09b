// The settings of the environment.

import { type Config, ConfigError, type Environment, readConfig } from '../config/config.ts';
import { type Finding, fault, ok, warning } from './findings.ts';

const check = 'settings';
const advice = 'Set it in the environment or in .env as docs/configuration.md says';

/** Null instead of the configuration if it has mistakes: the service would not start. */
export function checkSettings(load: () => Environment): { config: Config | null; findings: Finding[] } {
  try {
    const config = readConfig(load());
    const warnings = config.warnings.map((text) => warning(check, text, 'Correct or remove it'));
    return { config, findings: warnings.length > 0 ? warnings : [ok(check, 'All are valid')] };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { config: null, findings: error.mistakes.map((mistake) => fault(check, mistake, advice)) };
  }
}
