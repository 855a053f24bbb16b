use shinpan_twin::life::*;
fn main(){ let a:Vec<usize>=std::env::args().skip(1).map(|x|x.parse().unwrap()).collect();
 for r in [Reading::Basic,Reading::KoPass]{ let t=std::time::Instant::now();
 let all=all_statuses(&Board::rectangle(a[0],a[1]),r);
 let chains:usize=all.iter().map(|x|x.1.len()).sum();
 let alive:usize=all.iter().map(|x|x.1.iter().filter(|c|c.alive).count()).sum();
 println!("{a:?} {r:?} positions {} chains {chains} alive {alive} {:?}",all.len(),t.elapsed());}}
