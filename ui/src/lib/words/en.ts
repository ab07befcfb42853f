// Every word that the window says, in English. The other languages are objects of this type, so
// a word that is missing there does not compile. A new area is a file here, one in each other
// language, and a line in each of the two lists.

import { adcp } from './adcp.en';
import { agent } from './agent.en';
import { answer } from './answer.en';
import { benchmark } from './benchmark.en';
import { checks } from './checks.en';
import { codes } from './codes.en';
import { deal } from './deal.en';
import { frame } from './frame.en';
import { going } from './going.en';
import { home } from './home.en';
import { mail } from './mail.en';
import { mandate } from './mandate.en';
import { media } from './media.en';
import { parley } from './parley.en';
import { problems } from './problems.en';
import { quorum } from './quorum.en';
import { quote } from './quote.en';
import { rooms } from './rooms.en';
import { rotate } from './rotate.en';
import { screening } from './screen.en';
import { steps } from './steps.en';
import { stops } from './stops.en';
import { team } from './team.en';
import { tactics } from './tactics.en';
import { unfit } from './unfit.en';
import { work } from './work.en';

export const en = {
  problems,
  checks,
  unfit,
  ...frame,
  ...deal,
  ...answer,
  ...mandate,
  ...benchmark,
  ...rooms,
  ...codes,
  ...rotate,
  ...mail,
  ...quote,
  ...screening,
  ...going,
  ...home,
  ...steps,
  ...stops,
  ...team,
  ...tactics,
  ...agent,
  ...work,
  ...quorum,
  ...parley,
  ...adcp,
  ...media,
};

export type Words = typeof en;
