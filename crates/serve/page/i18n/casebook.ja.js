// 事例集のページ。題と、事例の間の文を順に。`casebook/` の各フォルダーに `casebook.ja/` の一つのファイルが対応します。
// 事例そのものの題は `cases.ja.js` にあります。`tests/page.rs` が原文と照らし合わせます。

import { area } from './casebook.ja/area.js';
import { general } from './casebook.ja/general.js';
import { japanese1989 } from './casebook.ja/japanese-1989.js';
import { kee } from './casebook.ja/kee.js';
import { laskerMaas } from './casebook.ja/lasker-maas.js';
import { longCycle } from './casebook.ja/long-cycle.js';

/** @type {Record<string, {title: string, texts: string[]}>} */
export const pages = { ...area, ...general, ...japanese1989, ...kee, ...laskerMaas, ...longCycle };
